import { createServer } from 'node:net'
import t from 'tap'
import { whereLeads } from '#toolkit/conformance/resources/location.js'
import { NoTarget } from '#toolkit/conformance/target/no-target.js'
import { urlOf } from '../helpers/serving.js'

t.test('a Location on this machine leads nowhere if nothing listens there', async (t) => {
  const [baseUrl, other] = [await urlOf(t, createServer()), await urlOf(t, createServer())]
  const target = Object.assign(new NoTarget('a:80'), { baseUrl })
  const led = (location: string, from = target) => whereLeads(from, '/things', location)
  t.same(await led('/things/1'), { target: '/things/1' })
  t.same(await led(`${other}/things/1`), {})
  const gone = { wrong: 'Location: http://127.0.0.1:1/things/1, where nothing listens' }
  t.same(await led('http://127.0.0.1:1/things/1'), gone)
  t.same(await led('http://api.example/things/1'), {}, 'it may be the public name of the service')
  const app = Object.assign(new NoTarget('a:80'), { baseUrl: 'http://localhost:1' })
  t.same(await led('http://127.0.0.1:2/things/1', app), {}, 'an app does not listen')
  t.same(await led('http://a:b'), { wrong: 'Location: http://a:b, which is no URL' })
})
