import { describe, expect, test } from 'vitest'
import { type DomainFacts, doorMembers, tablesIn } from './facts.ts'
import { domainBlock, domainPicture, withBlock } from './pages.ts'

const facts = (domain: string, uses: string[]): DomainFacts => ({
  domain,
  uses,
  rooms: [],
  tables: [],
  doors: [],
  events: [],
})

describe('the contributors’ pages', () => {
  test('name the tables that migrations create and leave in place', () => {
    const sql =
      'create table caseloom.one (…); create table if not exists caseloom.two (…); drop table caseloom.one'
    expect(tablesIn(sql)).toEqual(['two'])
    expect(tablesIn('create table "other".thing')).toEqual([])
  })

  test('name properties and methods of a door, and of nothing else', () => {
    const text = `export interface ThingDoor { get(id: string): void; readonly all: () => void }
      export interface Thing { id: string }
      interface HiddenDoor { x(): void }`
    expect(doorMembers('thing.door.ts', text)).toEqual(['get', 'all'])
  })

  test('leave out arrows that follow from others', () => {
    const picture = domainPicture([facts('a', []), facts('b', ['a']), facts('c', ['a', 'b'])])
    expect(picture).toContain('  b --> a')
    expect(picture).toContain('  c --> b')
    expect(picture).not.toContain('  c --> a')
  })

  test('say none where there is none', () => {
    expect(domainBlock(facts('a', []))).toContain('| Tables | none |')
  })

  test('keep what people wrote around the part that comes from the code', () => {
    const page = '# A\n\nWhy.\n\n<!-- from the code: npm run architecture -->\nold\n<!-- end -->\n\nMore.\n'
    const written = withBlock(page, 'new')
    expect(written).toBe(
      '# A\n\nWhy.\n\n<!-- from the code: npm run architecture -->\n\nnew\n\n<!-- end -->\n\nMore.\n',
    )
    expect(withBlock(written ?? '', 'new')).toBe(written)
    expect(withBlock('# A\n', 'new')).toBeNull()
  })
})
