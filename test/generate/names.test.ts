import t from 'tap'
import { camelCase, identifier, Names, pascalCase } from '../../scripts/generate/model/names.js'

t.test('identifier keeps what is one and mends what is not', async (t) => {
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
  t.equal(camelCase('get /plants/{id}'), 'getPlantsId')
  t.equal(camelCase('GET'), 'gET')
})

t.test('names are unique, and the first keeps its own', async (t) => {
  const names = new Names()
  t.same(
    ['a b', 'aB', 'aB', 'aB_2', 'ab'].map((name) => names.take(name)),
    ['aB', 'aB_2', 'aB_3', 'aB_2_2', 'ab'],
  )
})
