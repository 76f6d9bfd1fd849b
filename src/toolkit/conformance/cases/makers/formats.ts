import { keywordsAt, type ValuePlace } from '../../values/place.js'
import { shown } from '../../values/shown.js'
import { accepted, type Candidate, refused } from './edge.js'

/** Right and wrong values of formats: what lenient checks take, and strict ones refuse wrongly. */
const FORMATS: Readonly<Record<string, { right: readonly string[]; wrong: readonly string[] }>> = {
  date: {
    right: ['2024-02-29', '1999-12-31', '2000-01-01'],
    wrong: ['2023-02-29', '2024-13-01', '2024-1-1', '2024-02-30', '01/02/2024', '20240101'].concat([
      '2024-01-01T00:00:00Z',
      'today',
      '2024-00-10',
    ]),
  },
  'date-time': {
    right: ['2024-02-29T23:59:59Z', '2024-01-01T00:00:00.123Z', '2024-06-30T12:00:00+05:30'],
    wrong: [
      '2024-01-01',
      '2024-01-01T00:00:00',
      '2023-02-29T00:00:00Z',
      '2024-01-01T25:00:00Z',
    ].concat([
      ...['2024-13-01T00:00:00Z', '1704067200', 'yesterday', '2024-01-01T10:61:00Z'],
      '2024-01-01T00:00:00+99:00',
    ]),
  },
  time: {
    right: ['23:59:59Z', '00:00:00.5+01:00'],
    wrong: ['24:00:00Z', '12:60:00Z', '12:00', 'noon'],
  },
  duration: { right: ['P1D', 'PT1H30M'], wrong: ['1 day', 'P', 'PT', '1D'] },
  email: {
    right: ['a@example.com', 'First.last+tag@sub.example.org'],
    wrong: ['plain', '@example.com', 'a@', 'a b@example.com', 'a@@example.com', 'a@example..com'],
  },
  hostname: {
    right: ['example.com', 'a-b.example.org'],
    wrong: ['-a.example.com', 'a..b', 'under_score.example', 'a b'],
  },
  ipv4: { right: ['192.0.2.1', '0.0.0.0'], wrong: ['256.0.0.1', '1.2.3', '1.2.3.4.5', '::1'] },
  ipv6: { right: ['2001:db8::1', '::'], wrong: ['2001:db8:::1', '192.0.2.1', 'g::1', '1:2'] },
  uri: {
    right: ['https://example.com/a?b=c#d', 'urn:isbn:9780306406157', 'mailto:a@example.com'],
    wrong: ['/relative', 'example.com', 'https://exa mple.com/', 'http://a/\\b', '//example.com/a'],
  },
  'uri-reference': { right: ['/a/b', '?q', 'a#b'], wrong: ['\\a', 'a b', '/a/<b>'] },
  uuid: {
    right: ['00000000-0000-4000-8000-000000000000', 'F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6'],
    wrong: [
      'f81d4fae-7dec-41d0-a765-00a0c91e6bf',
      'f81d4fae7dec41d0a76500a0c91e6bf6',
      'uuid',
    ].concat([
      'g81d4fae-7dec-41d0-a765-00a0c91e6bf6',
      'f81d4fae-7dec-41d0-a765-00a0c91e6bf6x',
      '1',
    ]),
  },
  byte: { right: ['aGVsbG8=', ''], wrong: ['!!!!', 'a', 'aGVsbG8*'] },
}

export function formatEdges(place: ValuePlace): Candidate[] {
  return keywordsAt(place, 'format').flatMap(({ value: format, pointer }) => {
    const known = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
    if (known === undefined) return []
    const near = [` ${place.value}`, `${place.value} `, '']
    return [
      ...known.wrong.map((each) => refused(pointer, `is no ${format}: ${shown(each)}`, each)),
      ...near.map((each) => refused(pointer, `is no ${format}: ${shown(each)}`, each)),
      ...known.right.map((each) => accepted(pointer, `is a ${format}: ${shown(each)}`, each)),
    ]
  })
}
