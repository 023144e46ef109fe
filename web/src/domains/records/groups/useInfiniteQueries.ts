import {
  hashKey,
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  type InfiniteQueryObserverResult,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'

type Options<Page, Key extends QueryKey> = InfiniteQueryObserverOptions<
  Page,
  Error,
  InfiniteData<Page>,
  Key,
  string | null
>
type Observer<Page, Key extends QueryKey> = InfiniteQueryObserver<
  Page,
  Error,
  InfiniteData<Page>,
  Key,
  string | null
>
export type PagesResult<Page> = InfiniteQueryObserverResult<InfiniteData<Page>, Error>

/**
 * Infinite queries by name, as many as there are: what useQueries is for queries. A name without a result is loaded
 * after this render.
 */
export function useInfiniteQueries<Page, Key extends QueryKey>(
  queries: ReadonlyMap<string, Options<Page, Key>>,
): ReadonlyMap<string, PagesResult<Page>> {
  const client = useQueryClient()
  const [observers] = useState(() => new Observers<Page, Key>(client))
  useEffect(() => observers.set(queries))
  useEffect(() => () => observers.set(new Map()), [observers])
  return useSyncExternalStore(observers.subscribe, observers.results)
}

interface Observed<Page, Key extends QueryKey> {
  observer: Observer<Page, Key>
  hash: string
  end: () => void
}

class Observers<Page, Key extends QueryKey> {
  readonly #client: QueryClient
  readonly #observed = new Map<string, Observed<Page, Key>>()
  readonly #listeners = new Set<() => void>()
  #results: ReadonlyMap<string, PagesResult<Page>> = new Map()

  constructor(client: QueryClient) {
    this.#client = client
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly results = () => this.#results

  set(queries: ReadonlyMap<string, Options<Page, Key>>): void {
    let isChanged = false
    for (const [name, { end }] of this.#observed) {
      if (queries.has(name)) continue
      end()
      this.#observed.delete(name)
      isChanged = true
    }
    for (const [name, options] of queries) isChanged = this.#observe(name, options) || isChanged
    if (isChanged) this.#publish()
  }

  #observe(name: string, options: Options<Page, Key>): boolean {
    const hash = hashKey(options.queryKey)
    const known = this.#observed.get(name)
    if (known?.hash === hash) return false
    if (known !== undefined) {
      known.hash = hash
      known.observer.setOptions(options)
      return true
    }
    const observer: Observer<Page, Key> = new InfiniteQueryObserver(this.#client, options)
    this.#observed.set(name, { observer, hash, end: observer.subscribe(() => this.#publish()) })
    return true
  }

  #publish(): void {
    const results = [...this.#observed].map(
      ([name, { observer }]) => [name, observer.getCurrentResult()] as const,
    )
    this.#results = new Map(results)
    for (const listener of this.#listeners) listener()
  }
}
