/** Would be seen in whoever imports it. */
const MARK = 'globalThis.pwned = 1'

/** Texts that try to leave the literal, the comment or the line that they are put into. */
const CODE = [
  ...[`'; ${MARK}; '`, `"; ${MARK}; "`, `\`; ${MARK}; \``, `\${${MARK}}`, `\\\${${MARK}}`],
  ...[`*/ ${MARK} /*`, `*/\n${MARK}\n/**`, `**/${MARK}//`, `*\\/ ${MARK} //`, `// ${MARK}`],
  ...[`/* ${MARK}`, '/', '\\', '\\\\', `\\'; ${MARK}; //`, `\\\\'; ${MARK}; //`],
  ...[`\\u0027; ${MARK}; //`, `\n${MARK}\n`, `\r\n${MARK}\r\n`, `\r${MARK}`],
  ...[`\u2028${MARK}\u2029${MARK}`, `\u0085${MARK}`, `\0${MARK}`, `]: ${MARK}, [`],
  ...[`}; ${MARK}; ({`, `: any; ${MARK}; x`, `): void; ${MARK}; (`, `'] = ${MARK}; x['`],
  ...[`<script>${MARK}</script>`, '</script>', '<!--', '-->'],
  "import('node:fs').then((fs) => fs.writeFileSync('pwned', ''))",
  ...["require('node:fs').writeFileSync('pwned', '')", "import './pwned.js'"],
  "process.stdout.write('pwned')",
]

/** Texts that tools read, in comments too. */
const TOOLS = [
  ...['@ts-ignore', '@ts-expect-error', '// @ts-nocheck', '/// <reference path="/etc/passwd" />'],
  ...['@generated from #/components/schemas/Other', '@deprecated', '{@link x}', 'c8 ignore stop'],
  ...['biome-ignore lint: no', '# sourceMappingURL=data:application/json,{}'],
  ...['//# sourceMappingURL=pwned.js.map', '/*# sourceMappingURL=pwned.js.map */'],
  '//# sourceURL=pwned.js',
]

/** Texts that a file, a terminal or a reader takes for something else. */
const SIGNS = [
  ...['\ud800', '\udc00\ud800', `\u202e}; ${MARK}\u2066`, '\u200e\u200f', '\ufeff', '\u200b\u200d'],
  ...['\u001b[2J\u001b[31m', '\u009b31m', '\u001b]0;pwned\u0007', '\u007f\b\b\b', '../../outside'],
  ...['/etc/passwd', 'C:\\con', '..', '.', '%2e%2e%2f', '%', '~0~1', '#', '?', '*', ':', ' ', '💚'],
  ...['é\u0301', 'a'.repeat(5_000), `${'word '.repeat(400)}*/`, `'`.repeat(300)],
]

/** Names of the language, of the runtime, of generated code, and those that every object inherits. */
const NAMES = `
delete class await eval arguments any undefined globalThis Object Promise Array
AsyncIterable Exclude Handlers contract validators serializers validation json int64 isPlant
writePlant value member prototype con CON index handler getPlant GetPlant get-plant
__proto__ constructor toString hasOwnProperty
`
  .trim()
  .split(/\s+/)

/** Texts that try to be more than a text. */
export const HOSTILE: readonly string[] = [...CODE, ...TOOLS, ...SIGNS, ...NAMES]
