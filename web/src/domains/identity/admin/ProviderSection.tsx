import type { SignInSettings } from '@caseloom/contract/identity/sso'
import { Button, Switch } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyField, SettingsSection } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import styles from './SignIn.module.css'
import type { SignInForm } from './useSignInDraft.ts'

const PARTS = {
  oidc: { test: 'oidcLoginUrl', first: 'signIn.testFirstOidc', ours: ['oidcRedirectUrl', 'oidcLoginUrl'] },
  saml: {
    test: 'loginUrl',
    first: 'signIn.testFirst',
    ours: ['entityId', 'acsUrl', 'metadataUrl', 'loginUrl'],
  },
} as const

interface ProviderSectionProps {
  form: SignInForm
  of: keyof typeof PARTS
  onSetUp: () => void
  onRemove: () => void
  /** Null until the provider is set up. */
  children: ReactNode
}

/** A sign-in provider: enabled, tested, removed, and our URLs for the other side. */
export function ProviderSection({ form, of, onSetUp, onRemove, children }: ProviderSectionProps) {
  const { t } = useTranslation('admin')
  const { draft, edit, saved } = form
  const { test, first, ours } = PARTS[of]
  const enabled = `${of}Enabled` as const
  return (
    <SettingsSection title={t(`signIn.${of}Title`)} text={t(`signIn.${of}Text`)}>
      {children === null ? (
        <div>
          <Button onClick={onSetUp}>{t(`signIn.${of}SetUp`)}</Button>
        </div>
      ) : (
        <>
          <Switch
            label={t(`signIn.${enabled}`)}
            checked={draft[enabled]}
            onChange={(event) => edit({ [enabled]: event.currentTarget.checked })}
          />
          {children}
          <ProviderState
            saved={saved}
            enabled={enabled}
            test={test}
            first={first}
            onRemove={onRemove}
            of={of}
          />
        </>
      )}
      <h3 className={classes.group}>{t('signIn.oursTitle')}</h3>
      <div className={styles.ours}>
        {ours.map((key) => {
          const label = t(`signIn.ours.${key}`)
          return (
            <CopyField
              key={key}
              label={label}
              value={saved.serviceProvider[key]}
              copy={t('signIn.copy', { what: label.toLowerCase() })}
            />
          )
        })}
      </div>
    </SettingsSection>
  )
}

interface ProviderStateProps {
  saved: SignInSettings
  enabled: 'oidcEnabled' | 'samlEnabled'
  test: 'loginUrl' | 'oidcLoginUrl'
  first: 'signIn.testFirst' | 'signIn.testFirstOidc'
  onRemove: () => void
  of: 'oidc' | 'saml'
}

function ProviderState({ saved, enabled, test, first, onRemove, of }: ProviderStateProps) {
  const { t } = useTranslation('admin')
  return (
    <div className={classes.row}>
      {saved[enabled] ? (
        <Button
          component="a"
          href={saved.serviceProvider[test]}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={14} stroke={1.7} aria-hidden />}
        >
          {t('signIn.test')}
        </Button>
      ) : (
        <span className={classes.quiet}>{t(first)}</span>
      )}
      <Button variant="subtle" onClick={onRemove}>
        {t(`signIn.${of}Remove`)}
      </Button>
    </div>
  )
}
