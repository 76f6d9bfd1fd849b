import t from 'tap'
import { prose } from '../../scripts/generate/emit/print/prose.js'

const WORDS =
  'A line that is longer than any line of a comment should be, though every one of its words is'
const CODE = `${WORDS.replaceAll(' ', '_')}_one_word.`

t.test('a text of the document as the words of a comment', async (t) => {
  const table: [name: string, given: string, want: string][] = [
    ['short', '  Short.  ', 'Short.'],
    ['long', `${WORDS} short enough.`, `${WORDS} short\nenough.`],
    ['long, in one word', `${CODE} ${CODE}`, `${CODE}\n${CODE}`],
    ['a list', `1. ${WORDS} short.`, `1. ${WORDS}\n   short.`],
    ['no list', `${WORDS} for 12. and more`, `${WORDS} for 12.\nand more`],
    ['no dash at the start of a line', `${WORDS} a - dash`, `${WORDS} a -\ndash`],
    ['two spaces at the end of a line', 'a  \nb', 'a  \nb'],
    ['a table', `| ${WORDS} | ${WORDS} |`, `| ${WORDS} | ${WORDS} |`],
    [
      'code',
      `\`\`\`\n${WORDS} short\n~~~\n${WORDS} short\n\`\`\``,
      `\`\`\`\n${WORDS} short\n~~~\n${WORDS} short\n\`\`\``,
    ],
    ['after code', `~~~\n~~~\n${WORDS} short enough`, `~~~\n~~~\n${WORDS} short\nenough`],
    ['what is no tag', 'a\n  @deprecated b @c', 'a\n  \\@deprecated b @c'],
    ['any line terminator', 'a\r\nb\u2028@c\rd', 'a\nb\n\\@c\nd'],
  ]
  for (const [name, given, want] of table) t.equal(prose(given), want, name)
})
