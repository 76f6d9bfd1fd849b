import t from 'tap'
import { nearestName } from '#toolkit/cli/arguments/arguments.js'

t.test('the nearest name', async (t) => {
  const names = ['generate', 'check', 'dev', 'mock', 'client', 'init', 'out']
  const table: [word: string, want: string | undefined][] = [
    ['generate', 'generate'],
    ['genrate', 'generate'],
    ['gen', 'generate'],
    ['Generat', 'generate'],
    ['chekc', 'check'],
    ['devel', 'dev'],
    ['output', 'out'],
    ['moc', 'mock'],
    ['x', undefined],
    ['', undefined],
    ['serve', undefined],
  ]
  for (const [word, want] of table) t.equal(nearestName(word, names), want, word)
})

t.test('the nearest of several names, if it is near enough', async (t) => {
  const table: [word: string, names: string[], want: string | undefined][] = [
    ['stubs', ['stabbed', 'stub', 'stab'], 'stub'],
    ['stabs', ['stub', 'stab'], 'stab'],
    ['abcd', ['abxx'], 'abxx'],
    ['abcd', ['axxx'], undefined],
    ['xyabcd', ['abcd'], 'abcd'],
    ['xyzabcd', ['abcd'], undefined],
    ['ab', ['abc'], 'abc'],
    ['ac', ['abc'], 'abc'],
    ['xy', ['abc'], undefined],
    ['xb', ['abc'], undefined],
    ['x', ['ab'], undefined],
    ['ab', ['abcdefgh'], undefined],
    ['abc', ['abcdefgh'], 'abcdefgh'],
    ['abcdefgh', ['abc'], 'abc'],
    ['abcdefgh', ['ab'], undefined],
  ]
  for (const [word, names, want] of table)
    t.equal(nearestName(word, names), want, `${word} ${names}`)
})
