import { useNavigate, useSearch } from '@tanstack/react-router'
import { rebaseSearch } from './rebase-search.ts'

export function useSectionSearch<S extends object>(
  read: (search: Record<string, unknown>) => S,
): [S, (next: S) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const seen = read(search)
  const change = (next: S) =>
    void navigate({
      to: '.',
      search: (now: Record<string, unknown>) => rebaseSearch(seen, next, read(now)),
      replace: true,
    })
  return [seen, change]
}
