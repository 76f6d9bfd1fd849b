import t from 'tap'
import { nearest } from '#toolkit/cli/arguments/nearest.js'

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
  for (const [word, want] of table) t.equal(nearest(word, names), want, word)
})
