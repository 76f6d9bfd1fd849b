import { createServer } from 'node:net'
import t from 'tap'
import { leadsNowhere, resolved } from '#toolkit/conformance/resources/location.js'
import { NoTarget } from '#toolkit/conformance/target/no-target.js'
import { urlOf } from '../helpers/serving.js'

t.test('a Location on this machine leads nowhere if nothing listens there', async (t) => {
  const [baseUrl, other] = [await urlOf(t, createServer()), await urlOf(t, createServer())]
  const target = Object.assign(new NoTarget('a:80'), { baseUrl })
  const leads = async (location: string, from = target) =>
    !(await leadsNowhere(from, resolved(from, '/things', location) as URL))
  t.ok(await leads('/things/1'))
  t.ok(await leads(`${other}/things/1`))
  t.notOk(await leads('http://127.0.0.1:1/things/1'))
  t.ok(await leads('http://api.example/things/1'), 'it may be the public name of the service')
  const app = Object.assign(new NoTarget('a:80'), { baseUrl: 'http://localhost:1' })
  t.ok(await leads('http://127.0.0.1:1/things/1', app), 'an app does not listen')
  t.equal(resolved(target, '/things', 'http://a:b'), undefined)
})
