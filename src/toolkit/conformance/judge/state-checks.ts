import { type Check, OPENAPI } from './check.js'

/** Checks of what a server keeps. */
export const STATE_CHECKS = {
  'created-readable': {
    title: 'what was created cannot be read',
    source: 'RFC 9110, sections 9.3.1 and 15.3.2',
  },
  'created-listed': {
    title: 'what was created is not in its list',
    source: 'RFC 9110, section 9.3.3',
  },
  'parts-apart': {
    title: 'a part of one thing is in the list of another',
    source: `${OPENAPI}, section 4.8.8`,
  },
  location: {
    title: 'Location does not lead to what was created',
    source: 'RFC 9110, section 10.2.2',
  },
  'identity-unique': {
    title: 'two things have one identity',
    source: 'RFC 9110, section 15.5.10',
  },
  'identity-exact': {
    title: 'two identities lead to one thing',
    source: `${OPENAPI}, section 4.4`,
  },
  race: { title: 'requests at once break what holds for one after another', source: 'CWE-362' },
  retry: {
    title: 'a retry that is safe by the document is refused, or does more than one request',
    source: `${OPENAPI}, section 4.8.10`,
  },
  'requests-apart': { title: 'a response has what belongs to another request', source: 'CWE-488' },
  replaced: { title: 'PUT does not replace', source: 'RFC 9110, section 9.3.4' },
  patched: {
    title: 'PATCH does not change what it names, and only that',
    source: 'RFC 5789, section 2',
  },
  'action-kept': {
    title: 'what an action has changed is as before',
    source: 'RFC 9110, section 9.3.3',
  },
  'state-heeded': {
    title: 'a conflict of states is a success',
    source: 'RFC 9110, section 15.5.10',
  },
  'merge-patch': { title: 'a merge patch is not merged', source: 'RFC 7396, section 2' },
  'json-patch': { title: 'a JSON patch is not applied', source: 'RFC 6902, section 5' },
  bulk: {
    title: 'what is created together is not what was sent',
    source: `${OPENAPI}, section 4.8.17`,
  },
  'refused-unchanged': {
    title: 'a refused request has changed something',
    source: 'RFC 9110, section 15.5',
  },
  link: { title: 'a link leads to what is not there', source: `${OPENAPI}, section 4.8.20` },
  'read-safe': { title: 'reading changes something', source: 'RFC 9110, section 9.2.1' },
  removed: { title: 'what was deleted is not gone', source: 'RFC 9110, section 9.3.5' },
  'removed-alone': { title: 'a DELETE removes something else', source: 'RFC 9110, section 9.3.5' },
  'unknown-refused': {
    title: 'what does not exist is answered',
    source: 'RFC 9110, section 15.5.5',
  },
  etag: { title: 'an ETag that does not tell versions apart', source: 'RFC 9110, section 8.8.3' },
  'if-none-match': { title: 'If-None-Match has no effect', source: 'RFC 9110, section 13.1.2' },
  'if-match': { title: 'If-Match has no effect', source: 'RFC 9110, section 13.1.1' },
  'read-only': {
    title: 'a client sets a read-only member',
    source: 'JSON Schema 2020-12, Validation, section 9.4',
  },
  'write-only': {
    title: 'a response has a write-only member',
    source: 'JSON Schema 2020-12, Validation, section 9.4',
  },
  version: {
    title: 'a version that does not tell changes apart',
    source: 'RFC 9110, section 15.5.10',
  },
  limit: { title: 'a page has more items than the limit', source: `${OPENAPI}, section 4.8.12` },
  paging: { title: 'pages have gaps, doubles or no end', source: `${OPENAPI}, section 4.8.12` },
  total: { title: 'a total that is not that of the list', source: `${OPENAPI}, section 4.8.24` },
  filter: { title: 'a filter does not select', source: `${OPENAPI}, section 4.8.12` },
  sort: { title: 'a sort does not sort', source: `${OPENAPI}, section 4.8.12` },
  owner: { title: 'one user reaches what another one owns', source: 'CWE-639' },
} as const satisfies Readonly<Record<string, Check>>
