/** A request that every round sends again and again. */
export interface Shape {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly target: string
  readonly body?: string
}

const QUERY = [
  ['text', 'hart%27s+tongue'],
  ['kind', 'fern'],
  ['tags', 'shade'],
  ['tags', 'evergreen'],
  ['minHeight', '10'],
  ['maxHeight', '250'],
  ['maxPrice', '19.95'],
  ['inStock', 'true'],
  ['sort', 'price'],
  ['offset', '200'],
  ['limit', '50'],
]

const TARGET = `/search?${QUERY.map((pair) => pair.join('=')).join('&')}`

/** An order of 4 KB. */
function order(firstId: bigint): string {
  const address = { street: '12 Harebell Lane', city: 'Kew', zip: 'TW9 3AE', country: 'GB' }
  const items = Array.from({ length: 24 }, (_, at) => ({
    plantId: '@',
    name: `Hart’s-tongue fern ${at}`,
    quantity: 1 + at,
    price: { cents: 1295 + at, currency: 'EUR' },
    gift: at % 2 === 0,
    labels: ['shade', 'evergreen'],
  }))
  const customer = { id: '@', name: 'Ada Fern', email: 'ada@example.com' }
  const addresses = [address, address]
  const placedAt = 1_700_000_000_000
  const whole = { id: '@', placedAt, customer: { ...customer, addresses }, items, note: 'Ring.' }
  let id = firstId
  return JSON.stringify(whole).replaceAll('"@"', () => String(id++))
}

export const SHAPES: readonly Shape[] = [
  { name: 'GET, ten query parameters', method: 'GET', target: TARGET },
  { name: 'POST, body of 4 KB', method: 'POST', target: '/orders', body: order(1_700_000_001n) },
  {
    name: 'POST, int64s beyond 2^53',
    method: 'POST',
    target: '/orders',
    body: order(1_700_000_001_000_000_001n),
  },
  { name: 'GET, list of 100 items', method: 'GET', target: '/plants' },
]

/** The bytes of a request. */
export function bytesOf({ method, target, body }: Shape, port: number): Buffer {
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Accept: application/json',
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`)
}
