import { useNavigate, useSearch } from '@tanstack/react-router'

/** The state of a section as its address tells it, and how to change it. */
export function useSectionSearch<S extends object>(
  read: (search: Record<string, unknown>) => S,
): [S, (next: S) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  return [read(search), (next) => void navigate({ to: '.', search: next, replace: true })]
}
