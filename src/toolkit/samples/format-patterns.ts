const DATE = String.raw`\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)`
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+\-](?:[01]\d|2[0-3]):[0-5]\d)`
const LABEL = '[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*'
const HOST = String.raw`${LABEL}(?:\.${LABEL})*`
const OCTET = String.raw`(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])`
const GROUP = '[0-9A-Fa-f]{1,4}'
const SEGMENT = String.raw`[\w.~!$&'()*+,;=:@\-]*`
const REST = String.raw`(?:/${SEGMENT})*(?:\?${SEGMENT})?(?:#${SEGMENT})?`
const EMAIL = String.raw`^\w+(?:[.+\-]\w+)*@(?:${LABEL}\.)+[A-Za-z]{2,}$`
const URI = String.raw`^[A-Za-z][A-Za-z0-9+.\-]*:(?://(?:[\w.~]+@)?${HOST}(?::\d{1,5})?${REST}|\w${SEGMENT}${REST})$`
const REFERENCE = String.raw`^(?:/${SEGMENT}|[\w.~\-]+)${REST}$`
const BASE64 = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'

/** Patterns of most texts of a format, for texts that also match other patterns. */
export const FORMAT_PATTERNS: Readonly<Record<string, string>> = {
  byte: BASE64,
  date: `^${DATE}$`,
  'date-time': `^${DATE}T${TIME}$`,
  decimal: String.raw`^-?\d+(?:\.\d+)?$`,
  duration: String.raw`^P(?:\d+Y)?(?:\d+M)?(?:\d+D)?$`,
  email: EMAIL,
  hostname: `^${HOST}$`,
  'idn-email': EMAIL,
  'idn-hostname': `^${HOST}$`,
  ipv4: String.raw`^${OCTET}\.${OCTET}\.${OCTET}\.${OCTET}$`,
  ipv6: `^(?:(?:${GROUP}:){7}${GROUP}|${GROUP}(?::${GROUP}){0,3}::(?:${GROUP}(?::${GROUP}){0,2})?|::(?:${GROUP})?)$`,
  iri: URI,
  'iri-reference': REFERENCE,
  'json-pointer': '^(?:/[^~/]*)*$',
  time: `^${TIME}$`,
  uri: URI,
  'uri-reference': REFERENCE,
  url: URI,
  uuid: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[1-8][0-9A-Fa-f]{3}-[89abAB][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$',
}
