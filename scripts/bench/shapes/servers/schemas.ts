/** The schemas of `openapi.yaml` as one writes them for Fastify. */

const INTEGER = { type: 'integer' }
const TEXT = { type: 'string' }

const object = (required: readonly string[], properties: object) => ({
  type: 'object',
  required,
  properties,
})

const Money = object(['cents', 'currency'], {
  cents: INTEGER,
  currency: { type: 'string', minLength: 3, maxLength: 3 },
})

const Address = object(['street', 'city', 'country'], {
  street: TEXT,
  city: TEXT,
  zip: TEXT,
  country: { type: 'string', minLength: 2, maxLength: 2 },
})

const Customer = object(['id', 'name'], {
  id: INTEGER,
  name: TEXT,
  email: { type: 'string', maxLength: 320 },
  addresses: { type: 'array', items: Address },
})

const Item = object(['plantId', 'name', 'quantity', 'price'], {
  plantId: INTEGER,
  name: TEXT,
  quantity: { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 },
  price: Money,
  gift: { type: 'boolean' },
  labels: { type: 'array', items: TEXT },
})

export const Order = object(['id', 'customer', 'items'], {
  id: INTEGER,
  placedAt: INTEGER,
  customer: Customer,
  items: { type: 'array', minItems: 1, items: Item },
  note: { type: 'string', maxLength: 1000 },
})

export const Placed = object(['id', 'count'], { id: INTEGER, count: INTEGER })

export const Search = object(['text'], {
  text: { type: 'string', minLength: 1, maxLength: 100 },
  kind: { type: 'string', enum: ['fern', 'moss', 'tree'] },
  tags: { type: 'array', maxItems: 10, items: TEXT },
  minHeight: { type: 'integer', minimum: 0 },
  maxHeight: { type: 'integer', minimum: 0 },
  maxPrice: { type: 'number', exclusiveMinimum: 0 },
  inStock: { type: 'boolean' },
  sort: { type: 'string', enum: ['name', 'price'] },
  offset: { type: 'integer', minimum: 0, default: 0 },
  limit: { type: 'integer', minimum: 1, maximum: 100 },
})

export const Found = object(['count', 'text'], { count: INTEGER, text: TEXT })

const Plant = object(['id', 'name', 'price', 'inStock'], {
  id: INTEGER,
  name: TEXT,
  latinName: TEXT,
  kind: { type: 'string', enum: ['fern', 'moss', 'tree'] },
  height: { type: 'number' },
  inStock: { type: 'boolean' },
  price: Money,
  tags: { type: 'array', items: TEXT },
})

export const PlantList = object(['plants'], { plants: { type: 'array', items: Plant }, next: TEXT })
