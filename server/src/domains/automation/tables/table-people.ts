// People in cells: stored by ID, shown by name, and named in files by email address.
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RowValues } from '@caseloom/contract/automation/tables'
import { suggestion } from '@caseloom/playbook/issues'
import type { TenantRef } from '../../../platform/database/types.ts'
import type { TenantMember } from '../directory/directory-port.ts'
import type { GateDeps } from '../gate/run-gate.ts'
import type { FindPerson, Shape } from './cells.rules.ts'

export interface TableDeps extends GateDeps {
  /** Everyone who can act in the tenant; without it, no one is found. */
  members?: ((place: TenantRef) => Promise<TenantMember[]>) | undefined
}

interface Person {
  id: string
  name: string
  email: string
}

/** The people that cells of a table can name. */
export interface TablePeople {
  find: FindPerson
  /** Names by ID of those that the values name. */
  namesIn(values: readonly (RowValues | null)[]): Record<string, string>
  /** What a file calls a person: the address, else the name; the ID of someone who has left. */
  inFiles(id: string): string
  /** IDs of those whose name or address contains a text. */
  called(text: string): string[]
}

/** Asks for people only if the table has a column for them. */
export async function peopleOfTable(
  { members }: TableDeps,
  place: TenantRef,
  { columns }: Pick<Shape, 'columns'>,
): Promise<TablePeople> {
  const keys = columns.filter(({ type }) => type === 'user').map(({ key }) => key)
  const found = keys.length === 0 || members === undefined ? [] : await members(place)
  const people = found.flatMap((member) => (member.service ? [] : personOf(member)))
  const byId = new Map(people.map((person) => [person.id, person]))
  return {
    find: finder(people, byId),
    namesIn(values) {
      const ids = values.flatMap((row) => keys.map((key) => row?.[key]))
      return Object.fromEntries(
        ids.flatMap((id) => {
          const person = typeof id === 'string' ? byId.get(id) : undefined
          return person === undefined ? [] : [[person.id, person.name]]
        }),
      )
    },
    inFiles: (id) => byId.get(id)?.email || byId.get(id)?.name || id,
    called: (text) =>
      people
        .filter(({ name, email }) => [name, email].some((one) => folded(one).includes(folded(text))))
        .map(({ id }) => id),
  }
}

function personOf({ actor, email }: { actor: Actor; email: string }): Person[] {
  return actor.id === null ? [] : [{ id: actor.id, name: actor.name, email }]
}

const folded = (text: string) => text.trim().normalize('NFC').toLowerCase()

/** A name that several people have finds none of them: guessing could name the wrong person. */
function finder(people: readonly Person[], byId: ReadonlyMap<string, Person>): FindPerson {
  const byEmail = new Map(people.map((person) => [folded(person.email), person]))
  const byName = Map.groupBy(people, ({ name }) => folded(name))
  return (text) => {
    const named = byName.get(folded(text)) ?? []
    const person = byId.get(text.toLowerCase()) ?? byEmail.get(folded(text)) ?? named[0]
    if (person === undefined) {
      const near = suggestion(
        text,
        people.map(({ name }) => name),
      )
      return { fault: `No one in this tenant is called "${text.slice(0, 100)}"${near}` }
    }
    if (person === named[0] && named.length > 1)
      return { fault: `${named.length} people are called "${text.slice(0, 100)}". Use the email address.` }
    return { value: person.id }
  }
}
