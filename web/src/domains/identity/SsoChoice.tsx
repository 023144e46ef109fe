import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type LoginOptions, ssoAddress } from '../../data/sign-in.ts'
import classes from './proofs/SignIn.module.css'

export function SsoChoice({ options, returnTo }: { options: LoginOptions; returnTo: string | null }) {
  const { t } = useTranslation('identity')
  const { accountId, samlEnabled, oidcEnabled } = options
  if (accountId === null) return null
  const ways = [...(samlEnabled ? (['saml'] as const) : []), ...(oidcEnabled ? (['oidc'] as const) : [])]
  if (ways.length === 0) return null
  return (
    <div className={classes.ways}>
      {ways.map((way, at) => (
        <Button
          key={way}
          type="button"
          autoFocus={at === 0 && !options.passwordAllowed}
          onClick={() => location.assign(ssoAddress(way, accountId, returnTo))}
          size="lg"
          variant={at === 0 ? 'filled' : 'default'}
          fullWidth
          leftSection={<IconShieldLock size={16} stroke={1.6} aria-hidden />}
        >
          {at === 0 ? t('login.sso') : t('login.ssoOidc')}
        </Button>
      ))}
    </div>
  )
}

function Or() {
  const { t } = useTranslation('identity')
  return <p className={classes.or}>{t('login.or')}</p>
}

SsoChoice.Or = Or
