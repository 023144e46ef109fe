import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sessionQuery } from '../../data/session.ts'
import { ChoicePage } from './ChoicePage.tsx'

/** The accounts one is a member of; each leads to the choice of its tenants. */
export function SelectAccountPage() {
  const { t } = useTranslation('tenancy')
  const { data: session } = useQuery(sessionQuery)
  const choices = (session?.accounts ?? []).map((account) => ({
    id: account.id,
    name: account.name,
    note: t('account.tenants', {
      count: session?.tenants.filter((tenant) => tenant.accountId === account.id).length ?? 0,
    }),
    to: `/account/${account.id}`,
  }))
  return (
    <ChoicePage
      title={t('account.title')}
      text={t('account.text')}
      listLabel={t('list.accounts')}
      choices={choices}
      none={{ title: t('account.none'), text: t('account.noneText') }}
    />
  )
}
