import { domainToASCII, domainToUnicode } from 'node:url'

// RFC 5892, section 2.6: what stands before the general rules.
const ALWAYS = /[\u00df\u03c2\u06fd\u06fe\u0f0b\u3007]/u
const NEVER = /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/u
/** Letters, digits and marks (section 2.1). */
const LETTER = /[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}]/u
/** Sections 2.3, 2.4 and 2.9: ignorable characters, ignorable blocks and old Hangul jamo. */
const IGNORABLE =
  /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Noncharacter_Code_Point}]|[\u20d0-\u20ff]|[\u{1d100}-\u{1d24f}]|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u

/** Characters of combining class 9, after which a joiner has an effect (appendix A.1). */
const VIRAMA =
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua82c\ua8c4\ua953\ua9c0\uaaf6\uabed]$/u
const JOINING = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]/u

/** Characters that are allowed in some places (appendix A), with the test of the texts around them. */
const CONTEXTUAL: ReadonlyMap<string, (before: string, after: string) => boolean> = new Map([
  [
    '\u200c',
    (before, after) => VIRAMA.test(before) || (joins(before.slice(-1)) && joins(after[0])),
  ],
  ['\u200d', (before) => VIRAMA.test(before)],
  ['\u00b7', (before, after) => before.endsWith('l') && after.startsWith('l')],
  ['\u0375', (_, after) => /^\p{Script=Greek}/u.test(after)],
  ['\u05f3', (before) => /\p{Script=Hebrew}$/u.test(before)],
  ['\u05f4', (before) => /\p{Script=Hebrew}$/u.test(before)],
  ['\u30fb', (before, after) => KANA.test(before + after)],
])
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

function joins(character = ''): boolean {
  return JOINING.test(character)
}

/** An internationalized label in Unicode (RFC 5891, section 5.4). */
function isULabel(label: string): boolean {
  if (label !== label.normalize('NFC') || /^..--|^-|-$|^\p{M}/u.test(label)) return false
  if (/[\u0660-\u0669]/.test(label) && /[\u06f0-\u06f9]/.test(label)) return false
  const characters = [...label]
  return characters.every((each, index) => {
    const isInContext = CONTEXTUAL.get(each)
    if (isInContext === undefined) return isValid(each)
    return isInContext(characters.slice(0, index).join(''), characters.slice(index + 1).join(''))
  })
}

/** A character that is valid wherever it stands (RFC 5892, section 3). */
function isValid(character: string): boolean {
  if (ALWAYS.test(character)) return true
  if (/[a-z\d-]/.test(character)) return true
  if (NEVER.test(character) || IGNORABLE.test(character)) return false
  const stable = character.normalize('NFKC').toLowerCase().normalize('NFKC')
  return stable === character && LETTER.test(character)
}

const LABEL = String.raw`[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?`
const LABELS = new RegExp(String.raw`^${LABEL}(?:\.${LABEL})*$`, 'i')
const MOST = 253

/** A host name (RFC 1123, section 2.1), also with labels of international names (RFC 5890, `A-label`). */
export function hostname(text: string): boolean {
  if (text.length > MOST || !LABELS.test(text)) return false
  return !text.includes('--') || text.split('.').every(isInUse)
}

/** Of the labels with hyphens as `xn--` has, only those of international names are in use (RFC 5890, section 2.3.1). */
function isInUse(label: string): boolean {
  if (!/^..--/.test(label)) return true
  const unicode = /^xn--/i.test(label) ? domainToUnicode(label) : ''
  if (unicode === '' || !isULabel(unicode)) return false
  return domainToASCII(unicode) === label.toLowerCase()
}

/** The same with labels in Unicode, too (RFC 5890, `U-label`). */
export function idnHostname(text: string): boolean {
  const labels = text.split(/[.\u3002\uff0e\uff61]/)
  const ascii = labels.map((label) => (/^[\x21-\x7e]*$/.test(label) ? label : asciiOf(label)))
  return hostname(ascii.join('.'))
}

function asciiOf(label: string): string {
  return isULabel(label) ? domainToASCII(label) : ''
}
