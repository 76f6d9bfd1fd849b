/** Second protection of the log; the first is that `logging.ts` writes no credentials. */

const REDACTED = '[redacted]'

/** Each pattern keeps its first group, and its second if it has one. */
const credentials: readonly RegExp[] = [
  // Members of a JSON object, as when somebody logs headers.
  /("(?:proxy-)?authorization"\s*:\s*)"(?:[^"\\]|\\.)*"/gi,
  /("(?:set-)?cookie"\s*:\s*)(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])/gi,
  // RFC 6750, sections 2.1 to 2.3. At least 16 characters, so that prose about "bearer tokens" stays.
  /\b(bearer\s+)[\w.~+/-]{16,}=*/gi,
  /\b(access_token=)[^&\s"'\\]+/gi,
  // The password in the URL of a store.
  /(:\/\/)[^\s"'@/\\]+(@)/g,
]

/** Replaces everything that looks like a credential. */
export function redact(text: string): string {
  return credentials.reduce(
    (rest, pattern) =>
      rest.replace(pattern, (_match, before: string, after: unknown) => {
        const value = before.startsWith('"') ? `"${REDACTED}"` : REDACTED
        return `${before}${value}${after === '@' ? after : ''}`
      }),
    text,
  )
}
