import t from 'tap'
import { camelCase, identifier, pascalCase } from '#toolkit/generator/shared/names.js'

t.test('identifier keeps an identifier and repairs other names', async (t) => {
  const table: [name: string, want: string][] = [
    ['Plant', 'Plant'],
    ['plant', 'plant'],
    ['new-plant', 'newPlant'],
    ['a.b_c$', 'aB_c'],
    ['3d', '_3d'],
    ['Größe', 'Größe'],
    ['植物', '植物'],
    ['string', 'string_'],
    ['class', 'class_'],
    ['*/ x', 'x'],
    ['', '_'],
    ['💥', '_'],
  ]
  for (const [name, want] of table) t.equal(identifier(name), want, JSON.stringify(name))
})

t.test('cases', async (t) => {
  t.equal(pascalCase('list-plants'), 'ListPlants')
  t.equal(pascalCase('createPlant'), 'CreatePlant')
  t.equal(pascalCase('list_plants'), 'ListPlants')
  t.equal(pascalCase('LIST_PLANTS'), 'ListPlants')
  t.equal(pascalCase('DNA'), 'DNA')
  t.equal(pascalCase('v1_0'), 'V1_0')
  t.equal(pascalCase('v1.0'), 'V10')
  t.equal(camelCase('get /plants/{id}'), 'getPlantsId')
  t.equal(camelCase('GET'), 'gET')
})
