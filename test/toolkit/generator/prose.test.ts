import t from 'tap'
import { prose } from '#toolkit/generator/print/prose.js'

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
    ['the rest of a paragraph', `${WORDS} short enough\n  here.`, `${WORDS} short\nenough here.`],
    ['the rest of an item', `- ${WORDS} short enough\n  here.`, `- ${WORDS} short\n  enough here.`],
    ['a list below', `${WORDS} short enough\n1. a\n- b`, `${WORDS} short\nenough\n1. a\n- b`],
    ['a line that ends', `${WORDS} short enough  \nb`, `${WORDS} short\nenough\nb`],
    ['short lines', 'a\nb', 'a\nb'],
    ['a quotation', `> ${WORDS} short.\nb`, `> ${WORDS}\n> short.\nb`],
    ['a table in a quotation', `> | ${WORDS} | ${WORDS} |`, `> | ${WORDS} | ${WORDS} |`],
    ['HTML', '<p>a <code>@b</code></p><p>@c</p>', 'a `@b`\n\n\\@c'],
    ['what is no tag', 'a\n  @deprecated b @c', 'a\n  \\@deprecated b @c'],
    ['any line terminator', 'a\r\nb\u2028@c\rd', 'a\nb\n\\@c\nd'],
  ]
  for (const [name, given, want] of table) t.equal(prose(given), want, name)
})
