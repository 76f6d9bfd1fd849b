import type { Asked, Fault, Item, Reply, World } from './small-world.js'

/** Does what a correct server of a world does. */
export const asIs: Fault = () => undefined

/** Answers requests that begin so, `POST /things`, with a status, and does nothing. */
export const refusing =
  (start: RegExp, status = 403): Fault =>
  ({ method, path }) =>
    start.test(`${method} ${path}`) ? { status, body: {} } : undefined

/** Does what requests that begin so ask for, and answers otherwise. */
export const changing =
  (start: RegExp, change: (reply: Reply, asked: Asked, world: World) => Partial<Reply>): Fault =>
  (asked, correct, world) => {
    if (!start.test(`${asked.method} ${asked.path}`)) return undefined
    const reply = correct()
    return { ...reply, ...change(reply, asked, world) }
  }

export const listing =
  <Thing = Item>(make: (all: Thing[], asked: Asked, world: World) => unknown): Fault =>
  (asked, _, world) =>
    asked.method === 'GET' && asked.path === '/things'
      ? { status: 200, body: make([...world.things.values()] as Thing[], asked, world) }
      : undefined

/** Answers a POST of what is there already, by a member. */
export const again =
  (name: string, answer: (asked: Asked) => Reply): Fault =>
  (asked, _, world) => {
    const value = Object(asked.body)[name]
    const isKnown = [...world.things.values()].some((each) => Object(each)[name] === value)
    const isAgain = asked.method === 'POST' && value !== undefined && isKnown
    return isAgain ? answer(asked) : undefined
  }
