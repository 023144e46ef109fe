import { ActionIcon, Button, Switch, Textarea, TextInput } from '@mantine/core'
import { IconFileImport, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../../ui/admin/Settings.module.css'
import { MetadataDialog } from './MetadataDialog.tsx'
import { ProviderSection } from './ProviderSection.tsx'
import { RoleMappings } from './RoleMappings.tsx'
import styles from './SignIn.module.css'
import { faultAt } from '../../../ui/draft/faults.ts'
import { EMPTY_SAML, type SamlDraft } from './sign-in-draft.ts'
import { useDirectory } from './useDirectory.ts'
import type { SignInForm } from './useSignInDraft.ts'

export function SamlSection({ form }: { form: SignInForm }) {
  const { draft, edit } = form
  const { saml } = draft
  return (
    <ProviderSection
      form={form}
      of="saml"
      onSetUp={() => edit({ saml: EMPTY_SAML })}
      onRemove={() => edit({ saml: null, samlEnabled: false })}
    >
      {saml === null ? null : <SamlFields form={form} saml={saml} />}
    </ProviderSection>
  )
}

function SamlFields({ form, saml }: { form: SignInForm; saml: SamlDraft }) {
  const { t } = useTranslation('admin')
  const { edit, faults } = form
  const directory = useDirectory()
  const [isImporting, setIsImporting] = useState(false)
  const change = (part: Partial<SamlDraft>) => edit({ saml: { ...saml, ...part } })
  const field = (name: 'idpEntityId' | 'idpSsoUrl' | 'emailAttribute' | 'nameAttribute') => ({
    value: saml[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.value }),
    error: faultAt(faults, `saml.${name}`),
    spellCheck: false,
  })
  return (
    <>
      <div>
        <Button
          leftSection={<IconFileImport size={16} stroke={1.6} aria-hidden />}
          onClick={() => setIsImporting(true)}
        >
          {t('signIn.metadata')}
        </Button>
      </div>
      <TextInput label={t('signIn.entityId')} {...field('idpEntityId')} />
      <TextInput label={t('signIn.ssoUrl')} {...field('idpSsoUrl')} />
      <Certificates saml={saml} form={form} onChange={change} />
      <AttributeNames field={field} />
      <Switch
        label={t('signIn.forceLogin')}
        checked={saml.forceLogin}
        onChange={(event) => change({ forceLogin: event.currentTarget.checked })}
      />
      <Switch
        label={t('signIn.createUsers')}
        checked={saml.createUsers}
        onChange={(event) => change({ createUsers: event.currentTarget.checked })}
      />
      <RoleMappings
        kind="attribute"
        value={saml.roleMappings}
        directory={directory}
        faults={faults}
        path="saml.roleMappings"
        onChange={(roleMappings) => change({ roleMappings })}
      />
      {isImporting && <MetadataDialog onRead={change} onClose={() => setIsImporting(false)} />}
    </>
  )
}

interface CertificatesProps {
  saml: SamlDraft
  form: SignInForm
  onChange: (part: Partial<SamlDraft>) => void
}

function Certificates({ saml, form, onChange }: CertificatesProps) {
  const { t } = useTranslation('admin')
  const texts = saml.idpCertificates
  const set = (idpCertificates: string[]) => onChange({ idpCertificates })
  return (
    <>
      {texts.map((text, at) => (
        // Certificates have no ID; they are only appended or removed.
        <div key={`${at} of ${texts.length}`} className={styles.certificate}>
          <Textarea
            label={t('signIn.certificate', { number: at + 1 })}
            value={text}
            autosize
            minRows={2}
            maxRows={6}
            spellCheck={false}
            onChange={(event) =>
              set(texts.map((one, index) => (index === at ? event.currentTarget.value : one)))
            }
            error={faultAt(form.faults, `saml.idpCertificates.${at}`)}
          />
          {texts.length > 1 && (
            <ActionIcon
              mt={20}
              aria-label={t('signIn.certificateRemove', { number: at + 1 })}
              onClick={() => set(texts.filter((_one, index) => index !== at))}
            >
              <IconX size={14} stroke={1.7} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {texts.length < 10 && (
        <div>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
            onClick={() => set([...texts, ''])}
          >
            {t('signIn.certificateAdd')}
          </Button>
        </div>
      )}
    </>
  )
}

interface AttributeNamesProps {
  field: (name: 'idpEntityId' | 'idpSsoUrl' | 'emailAttribute' | 'nameAttribute') => {
    value: string
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => void
    error: string | undefined
    spellCheck: boolean
  }
}

function AttributeNames({ field }: AttributeNamesProps) {
  const { t } = useTranslation('admin')
  return (
    <div className={classes.pair}>
      <TextInput
        label={t('signIn.emailAttribute')}
        description={t('signIn.emailAttributeHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...field('emailAttribute')}
      />
      <TextInput label={t('signIn.nameAttribute')} {...field('nameAttribute')} />
    </div>
  )
}
