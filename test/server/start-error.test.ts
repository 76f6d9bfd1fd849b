import t from 'tap'
import { ConfigError } from '../../src/server/config.js'
import { listenFailure, oneLine, StartError, startFailure } from '../../src/server/start.js'

const codes: [code: string, line: string][] = [
  ['EADDRINUSE', 'PORT: 80 on here is taken; stop the other server, or choose another port'],
  ['EACCES', 'PORT: 80 is not allowed for this user; choose one above 1023'],
  ['EADDRNOTAVAIL', 'HOST: here is no address of this machine; correct it, or remove it'],
  ['ENOTFOUND', 'HOST: here is no address of this machine; correct it, or remove it'],
  ['EAI_AGAIN', 'HOST: here is no address of this machine; correct it, or remove it'],
  ['EMFILE', 'too many files'],
]

t.test('messages about a port that cannot be listened on', async (t) => {
  for (const [code, line] of codes) {
    const error = Object.assign(new Error('too many files'), { code })
    t.equal(listenFailure(error, 'here', 80), line, code)
  }
})

t.test('an error in one line, without credentials', async (t) => {
  t.equal(oneLine(new Error('first\nsecond\nthird')), 'first')
  t.equal(oneLine('text'), 'text')
  t.equal(
    oneLine(new Error('postgres://me:secret@host refused')),
    'postgres://[redacted]@host refused',
  )
})

t.test('the printed lines', async (t) => {
  t.equal(startFailure(new StartError('PORT: is taken')), 'plant-store: PORT: is taken\n')
  t.equal(startFailure(new ConfigError(['A: x', 'B: y'])), 'plant-store: A: x\nplant-store: B: y\n')
})
