import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../data/paths.ts'
import { sessionQuery } from '../../data/session.ts'
import { ChoicePage } from './ChoicePage.tsx'

const route = getRouteApi('/select-tenant')

/** The tenants one may enter, of one account or of all. */
export function SelectTenantPage() {
  const { t } = useTranslation('tenancy')
  const { account } = route.useSearch()
  const { data: session } = useQuery(sessionQuery)
  const accounts = new Map(session?.accounts.map((each) => [each.id as string, each.name])) // looked up by plain text
  const tenants = (session?.tenants ?? []).filter(
    (tenant) => account === undefined || tenant.accountId === account,
  )
  const severalAccounts = new Set(tenants.map((tenant) => tenant.accountId)).size > 1
  const choices = tenants.map((tenant) => ({
    id: tenant.id,
    name: tenant.name,
    ...(severalAccounts ? { note: accounts.get(tenant.accountId) ?? '' } : {}),
    to: paths.tenant({ accountId: tenant.accountId, tenantId: tenant.id }),
  }))
  return (
    <ChoicePage
      title={t('tenant.title')}
      text={t('tenant.text')}
      listLabel={t('list.tenants')}
      choices={choices}
      none={{ title: t('tenant.none'), text: t('tenant.noneText') }}
    />
  )
}
