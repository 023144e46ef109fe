import { foldText } from '@caseloom/contract/values/normalize-text'
import type { ActorRef } from '@caseloom/contract/records/records'
import { type NamedPeople, peopleFinder } from '../tables/people-names.rules.ts'
import type { ArchivedComment } from '../tables/archive-shape.ts'

/** Who wrote what an import brings: a user of this tenant where one fits, else the name alone. */
export class Authors {
  readonly #byId: ReadonlyMap<string, string>
  readonly #find: (text: string) => string | null

  constructor(people: NamedPeople) {
    this.#byId = new Map(people.users.map(({ id, name }) => [id, foldText(name)]))
    this.#find = peopleFinder(people).user
  }

  of({ kind, id = null, name, email }: ArchivedComment['by']): ActorRef {
    if (kind !== 'user') return { kind, id, name }
    // An ID from another installation could match any user here, so it counts only together with the matching name.
    const known = id !== null && this.#byId.get(id) === foldText(name) ? id : null
    return { kind, id: known ?? (email === undefined ? null : this.#find(email)) ?? this.#find(name), name }
  }
}
