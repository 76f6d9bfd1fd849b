/** Texts that services change, cut or refuse, with what each is. */
export const TEXTS: readonly (readonly [told: string, text: string])[] = [
  ['has spaces around it', '  between  two spaces '],
  ['has both cases', 'MiXed CaSe ÄöÜ ß İ'],
  ['is written in composed and decomposed letters', 'caf\u00e9 cafe\u0301 \u212b \ufb01'],
  ['has what HTML escapes', '<b>&amp; "quoted" \'text\'</b>'],
  ['looks like a number', '007'],
  ['looks like an integer', '12345'],
  ['looks like a decimal', '1.50'],
  ['looks like null', 'null'],
  ['looks like a truth value', 'true'],
  ['looks like an object', '{"a":[1]}'],
  ['is in quotes', '"\'in quotes\'"'],
  ['has characters outside of the basic plane', '😀 𝒳 👩\u200d🌾'],
  ['has control characters', 'a\tb\nc\r\nd'],
  ['has quotes and backslashes', '\\ "\\" / \\u0041 %41 + &'],
  ['has other scripts', 'Ω 植物 растение שלום'],
  ['looks like SQL', "x'; DROP TABLE plants; --"],
  ['repeats a letter, which a regular expression may take ages for', `${'a'.repeat(40)}!`],
  ['looks like a template', '$' + '{jndi:ldap://127.0.0.1/a} {{7*7}} %s'],
  ['has separators of lines and a mark of byte order', 'a\u2028b\u2029c\ufeffd'],
  ['is the name of a member of all objects', '__proto__'],
  ['is a path', '../../etc/passwd'],
  ['looks like a date', '2024-02-30'],
  ['has 300 characters', 'long text '.repeat(30)],
  ['has 5,000 characters', 'long text '.repeat(500)],
  ['has 70,000 characters', 'long text '.repeat(7_000)],
  ['is white space', '   '],
]

/** Texts that a service may refuse, for what its memory can hold. */
export const ODD_TEXTS: readonly (readonly [told: string, text: string])[] = [
  ['has the character NUL', 'a\u0000b'],
  ['has a code point that is no character', 'a\ufffeb'],
]
