/** The schemas of `openapi.yaml` as one writes them for Fastify. */

const INTEGER = { type: 'integer' }
const TEXT = { type: 'string' }

const Money = {
  type: 'object',
  required: ['cents', 'currency'],
  properties: { cents: INTEGER, currency: { type: 'string', minLength: 3, maxLength: 3 } },
}

const Address = {
  type: 'object',
  required: ['street', 'city', 'country'],
  properties: {
    street: TEXT,
    city: TEXT,
    zip: TEXT,
    country: { type: 'string', minLength: 2, maxLength: 2 },
  },
}

const Customer = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: INTEGER,
    name: TEXT,
    email: { type: 'string', maxLength: 320 },
    addresses: { type: 'array', items: Address },
  },
}

const Item = {
  type: 'object',
  required: ['plantId', 'name', 'quantity', 'price'],
  properties: {
    plantId: INTEGER,
    name: TEXT,
    quantity: { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 },
    price: Money,
    gift: { type: 'boolean' },
    labels: { type: 'array', items: TEXT },
  },
}

export const Order = {
  type: 'object',
  required: ['id', 'customer', 'items'],
  properties: {
    id: INTEGER,
    placedAt: INTEGER,
    customer: Customer,
    items: { type: 'array', minItems: 1, items: Item },
    note: { type: 'string', maxLength: 1000 },
  },
}

export const Placed = {
  type: 'object',
  required: ['id', 'count'],
  properties: { id: INTEGER, count: INTEGER },
}

export const Search = {
  type: 'object',
  required: ['text'],
  properties: {
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
  },
}

export const Found = {
  type: 'object',
  required: ['count', 'text'],
  properties: { count: INTEGER, text: TEXT },
}

const Plant = {
  type: 'object',
  required: ['id', 'name', 'price', 'inStock'],
  properties: {
    id: INTEGER,
    name: TEXT,
    latinName: TEXT,
    kind: { type: 'string', enum: ['fern', 'moss', 'tree'] },
    height: { type: 'number' },
    inStock: { type: 'boolean' },
    price: Money,
    tags: { type: 'array', items: TEXT },
  },
}

export const PlantList = {
  type: 'object',
  required: ['plants'],
  properties: { plants: { type: 'array', items: Plant }, next: TEXT },
}
