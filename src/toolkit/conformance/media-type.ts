/** A media type without its parameters, in lower case (RFC 9110, section 8.3.1). */
export function essence(contentType: string): string {
  return (contentType.split(';')[0] as string).trim().toLowerCase()
}

/** The documented media type or range that covers a media type: exact, `text/*`, then everything. */
export function covering(documented: readonly string[], mediaType: string): string | undefined {
  const [type] = mediaType.split('/')
  const wanted = [mediaType, `${type}/*`, '*/*']
  return wanted.flatMap((each) => documented.find((name) => essence(name) === each) ?? [])[0]
}

export function isJson(mediaType: string): boolean {
  return /^application\/([\w.+-]+\+)?json$/.test(mediaType)
}
