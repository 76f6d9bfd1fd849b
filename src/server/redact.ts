/**
 * The last line of defence of the log: what looks like a credential is taken out of the text that
 * is about to be written, whoever put it there. The first line is that nobody does: see `logging.ts`.
 */

const gone = '[redacted]'

/** Each pattern keeps its first group, and its second where it has one. */
const credentials: readonly RegExp[] = [
  // Members of a JSON object, as when somebody logs headers.
  /("(?:proxy-)?authorization"\s*:\s*)"(?:[^"\\]|\\.)*"/gi,
  /("(?:set-)?cookie"\s*:\s*)(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])/gi,
  // RFC 6750, sections 2.1 to 2.3. Sixteen characters: so that prose about "bearer tokens" stays.
  /\b(bearer\s+)[\w.~+/-]{16,}=*/gi,
  /\b(access_token=)[^&\s"'\\]+/gi,
  // The password in the URL of a store.
  /(:\/\/)[^\s"'@/\\]+(@)/g,
]

/** A text without anything that looks like a credential. */
export function scrub(text: string): string {
  return credentials.reduce(
    (rest, pattern) =>
      rest.replace(pattern, (_match, before: string, after: unknown) => {
        return `${before}${before.startsWith('"') ? `"${gone}"` : gone}${after === '@' ? after : ''}`
      }),
    text,
  )
}
