import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../data/paths.ts'
import { sessionQuery } from '../../data/session.ts'
import { ChoicePage } from './ChoicePage.tsx'
import { lastFirst } from './choice-order.ts'

const route = getRouteApi('/select-tenant')

/** Of one account, or of all. */
export function SelectTenantPage() {
  const { t } = useTranslation('tenancy')
  const { account } = route.useSearch()
  const { data: session } = useQuery(sessionQuery)
  const accounts = new Map(session?.accounts.map((each) => [each.id as string, each.name])) // looked up by plain text
  const last = session?.defaults?.tenantId
  const tenants = lastFirst(
    (session?.tenants ?? []).filter((tenant) => account === undefined || tenant.accountId === account),
    last,
  )
  const severalAccounts = new Set(tenants.map((tenant) => tenant.accountId)).size > 1
  const choices = tenants.map((tenant) => ({
    id: tenant.id,
    name: tenant.name,
    note: severalAccounts
      ? accounts.get(tenant.accountId)
      : tenant.id === last && tenants.length > 1
        ? t('lastUsed')
        : undefined,
    to: paths.tenant({ accountId: tenant.accountId, tenantId: tenant.id }),
  }))
  const name = account === undefined ? undefined : accounts.get(account)
  const another = (
    <Anchor component={Link} to="/select-account">
      {t('tenant.another')}
    </Anchor>
  )
  return (
    <ChoicePage
      title={t('tenant.title')}
      text={name === undefined ? t('tenant.text') : t('tenant.textIn', { account: name })}
      listLabel={t('list.tenants')}
      searchLabel={t('search.tenants')}
      choices={choices}
      none={{ title: t('tenant.none'), text: t('tenant.noneText') }}
      other={accounts.size > 1 ? another : undefined}
    />
  )
}
