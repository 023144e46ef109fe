import type { SessionView } from '@caseloom/contract/identity/identity'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../data/paths.ts'
import { sessionQuery } from '../../data/session.ts'
import { loginOptionsQuery, ssoAddress } from '../../data/sign-in.ts'
import { type Choice, ChoicePage } from './ChoicePage.tsx'
import { lastFirst } from './choice-order.ts'

type Account = SessionView['accounts'][number]

/** Each account leads to its tenants, or to its outstanding requirement. */
export function SelectAccountPage() {
  const { t } = useTranslation('tenancy')
  const { data: session } = useQuery(sessionQuery)
  const last = session?.defaults?.accountId
  const accounts = lastFirst(session?.accounts ?? [], last)
  const providers = useProviders(accounts)
  const choiceOf = (account: Account): Choice => {
    const common = { id: account.id, name: account.name }
    if (account.needs === 'suspended') return { ...common, note: t('account.suspended') }
    if (account.needs === 'mfa') {
      const own = paths.user(account.id, account.userId)
      return { ...common, note: t('account.needsMfa'), to: `${own}?section=security` }
    }
    const href = account.needs === 'sso' ? providers.get(account.id) : undefined
    if (href !== undefined) return { ...common, note: t('account.needsSso'), href }
    const count = session?.tenants.filter((tenant) => tenant.accountId === account.id).length ?? 0
    const note = account.id === last && accounts.length > 1 ? t('lastUsed') : t('account.tenants', { count })
    return {
      ...common,
      note: account.needs === 'sso' ? t('account.needsSso') : note,
      to: `/account/${account.id}`,
    }
  }
  const asks = accounts.some(({ needs }) => needs === 'mfa' || needs === 'sso')
  const text = asks ? 'textNeeds' : 'text'
  return (
    <ChoicePage
      title={t('account.title')}
      text={t(`account.${text}${accounts.length > 1 ? '' : 'One'}`)}
      listLabel={t('list.accounts')}
      searchLabel={t('search.accounts')}
      choices={accounts.map(choiceOf)}
      none={{ title: t('account.none'), text: t('account.noneText') }}
    />
  )
}

/** Sign-in URLs of the accounts that require single sign-on. */
function useProviders(accounts: readonly Account[]): ReadonlyMap<string, string> {
  const asking = accounts.filter((account) => account.needs === 'sso')
  const answers = useQueries({ queries: asking.map(({ id }) => loginOptionsQuery({ account: id })) })
  const found = new Map<string, string>()
  asking.forEach(({ id }, at) => {
    const options = answers[at]?.data
    if (options?.samlEnabled === true) found.set(id, ssoAddress('saml', id, `/account/${id}`))
    else if (options?.oidcEnabled === true) found.set(id, ssoAddress('oidc', id, `/account/${id}`))
  })
  return found
}
