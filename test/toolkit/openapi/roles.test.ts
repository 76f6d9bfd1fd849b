import t from 'tap'
import { idIn, rolesOf } from '#toolkit/openapi/resources/roles.js'
import { rowsOf } from '../../helpers/rows.js'

/** Operations of documents, with what each does to a resource, if it has one, and the first names of its ids. */
const documents = [
  `
  POST /pets | create /pets pet-id, id
  GET /pets/ | list /pets pet-id, id
  DELETE /pets/{pet-id} | remove /pets pet-id, id
  OPTIONS /pets/{pet-id} |
  PUT /pets/{pet-id}/state |
  GET /orders/{orderID} | read /orders orderID, id
  GET /{any} | read  any, id
  GET /parts/{x1} | read /parts x1, id
`,
  `
  GET /cards/{id} | read /cards id, _id
  PUT /cards/{id} | replace /cards id, _id
  GET /cards/{id}/{field} | read /cards/{id} field, id
  GET /apps | list /apps key, id
  GET /apps/{key} | list /apps/{key} id, _id
  POST /apps/{key} | create /apps/{key} id, _id
  GET /apps/{key}/{id} | read /apps/{key} id, _id
  GET /sets | list /sets set, id
  GET /sets/{set} | read /sets set, id
  DELETE /sets/{set}/{id} | remove /sets/{set} id, _id
  GET /lone/{set} | list /lone/{set} id, _id
  GET /lone/{set}/{id} | read /lone/{set} id, _id
`,
].map(rowsOf)

t.test('resources are found by their paths; a path may be an item and have a list', async (t) => {
  for (const rows of documents) {
    const operations = rows.map(([route = '']) => {
      const [method = '', path = ''] = route.split(' ')
      return { operationId: route, method, path }
    })
    const roles = rolesOf(operations)
    for (const [route = '', wanted] of rows) {
      const { action, resource } = roles.get(route) ?? {}
      const ids = resource?.idNames.slice(0, 2).join(', ')
      t.equal(action ? `${action} ${resource?.collection} ${ids}` : '', wanted, route)
    }
  }
})

t.test('the id of an item has one of many names', async (t) => {
  const table: [properties: string[], names: string[], id: string | undefined][] = [
    [['name', 'id'], ['petId', 'id'], 'id'],
    [['PET_ID', 'name'], ['petId', 'name'], 'name'],
    [['PET_ID', 'title'], ['petId', 'name'], 'PET_ID'],
    [['insurancePolicyId', 'ownerId'], ['id', 'lifeInsurancePolicyId'], 'insurancePolicyId'],
    [['ownerId'], ['id', 'guid', 'petId'], undefined],
  ]
  for (const [properties, names, id] of table)
    t.equal(idIn(new Map(properties.map((each) => [each, 1])), names), id)
})
