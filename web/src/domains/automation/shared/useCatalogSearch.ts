import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { usePageTitle } from '../../../ui/page-title.ts'

type Search = Record<string, string | undefined>

/** Shared by the asset and connector pages: breadcrumbs, title, and search in the URL. */
export function useCatalogSearch(title: string, search: Search): (next: Search) => void {
  const { t: word } = useTranslation('automation')
  const scope = useTenantScope()
  const navigate = useNavigate()
  useBreadcrumbs([{ label: word('orchestration'), to: paths.orchestration(scope) }, { label: title }])
  usePageTitle(title, word('orchestration'))
  return (next) => {
    const set = Object.entries({ ...search, ...next }).filter(
      ([, value]) => value !== undefined && value !== '',
    )
    void navigate({ to: '.', search: Object.fromEntries(set), replace: true })
  }
}

export function hasWords(text: string, sought = ''): boolean {
  const lower = text.toLowerCase()
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}
