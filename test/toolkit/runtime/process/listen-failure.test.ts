import { listenFailure } from 'fastify-contract'
import t from 'tap'

const address = 'here is no address of this machine; correct it, or remove it'

const codes: [code: string, line: string | undefined][] = [
  ['EADDRINUSE', 'PORT: 80 on here is taken; set PORT to another'],
  ['EACCES', 'PORT: 80 is not allowed for this user; set PORT to one above 1023'],
  ['EADDRNOTAVAIL', `HOST: ${address}`],
  ['ENOTFOUND', `HOST: ${address}`],
  ['EAI_AGAIN', `HOST: ${address}`],
  ['EMFILE', undefined],
]

t.test('a failure to listen names its setting, and what to do', async (t) => {
  for (const [code, line] of codes) {
    const error = Object.assign(new Error('too many files'), { code })
    t.equal(listenFailure(error, 'here', 80), line, code)
  }
})

t.test('a failure to listen names settings with their prefix', async (t) => {
  const failure = (code: string) => listenFailure({ code }, 'here', 80, 'ADMIN_')
  t.equal(failure('EADDRINUSE'), 'ADMIN_PORT: 80 on here is taken; set ADMIN_PORT to another')
  t.equal(failure('ENOTFOUND'), `ADMIN_HOST: ${address}`)
})
