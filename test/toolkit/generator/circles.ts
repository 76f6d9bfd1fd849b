/** A document of schemas each of which holds the next one, and the last one the first; an operation takes and sends it. */
export function ringOf(size: number): string {
  const links = Array.from({ length: size }, (_, at) => {
    const next = `$S${(at + 1) % size}`
    const forms = [
      `{ type: object, properties: { next: ${next} } }`,
      `{ type: array, items: ${next} }`,
      `{ type: object, properties: { next: ${next}, n: { type: integer, format: int64, readOnly: true } } }`,
    ]
    return `S${at}: ${forms[at % forms.length]}\n`
  })
  return `POST /x: { body: $S0, 200: $S0 }\n${links.join('')}`
}
