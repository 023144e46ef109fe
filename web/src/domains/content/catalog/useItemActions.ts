import type { CatalogItem } from '@caseloom/contract/content/catalog'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { toast } from '../../../ui/toast.tsx'
import { planCatalogPackage } from './catalog.queries.ts'
import { actionOf, type ItemAction } from './catalog-items.ts'

export interface ItemActions {
  of: (item: CatalogItem) => ItemAction | null
  /** Does what the button of the row does. */
  run: (item: CatalogItem) => void
  /** Plans the import of the item’s package, unless it is there. */
  use: (item: CatalogItem) => void
}

export function useItemActions(lineKey: string): ItemActions {
  const { t } = useTranslation('catalog')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  const plan = useMutation({
    mutationFn: (item: CatalogItem) => planCatalogPackage(scope.tenantId, lineKey, item.package.package),
    onSuccess: (install) => {
      client.setQueryData(keys.one(scope.tenantId, 'content', install.id), install)
      void navigate({ to: paths.contentInstall(scope, install.id) })
    },
    onError: (error) => toast({ kind: 'error', title: t('useFailed'), text: describeError(error).text }),
  })
  const of = (item: CatalogItem) => actionOf(scope, item)
  const start = (item: CatalogItem) => {
    if (!plan.isPending) plan.mutate(item)
  }
  return {
    of,
    run: (item) => {
      const action = of(item)
      if (action === null) return
      if ('to' in action) void navigate({ to: action.to, search: action.search })
      else start(item)
    },
    use: (item) => {
      const action = of(item)
      if (action !== null && !('to' in action)) return start(item)
      const { title, state } = item
      toast({ kind: 'info', title: t(state === 'not_installed' ? 'notYours' : 'inUseAlready', { title }) })
    },
  }
}
