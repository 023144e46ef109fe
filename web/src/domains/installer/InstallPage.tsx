import { InstallBody } from '@caseloom/contract/identity/installer'
import { Button, PasswordInput, Switch, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../data/api-error.ts'
import { installStatusQuery, knownInstallCode, startInstall } from '../../data/install.ts'
import { keys } from '../../data/keys.ts'
import { useContractForm } from '../../data/use-contract-form.ts'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { InstallChecks } from './InstallChecks.tsx'
import { InstallFrame } from './InstallFrame.tsx'
import classes from './InstallPage.module.css'

export function InstallPage() {
  const { t } = useTranslation('installer')
  const status = useQuery(installStatusQuery).data
  const { form, submit, saving, failure, asksCode } = useInstallForm(status?.codeRequired === true)
  usePageTitle(t('form.title'))
  return (
    <InstallFrame>
      <div className={classes.card}>
        <form className={classes.form} onSubmit={submit} noValidate>
          <h1 className={classes.title}>{t('form.title')}</h1>
          <p className={classes.lead}>{t('form.lead')}</p>
          <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
          <InstallFields form={form} asksCode={asksCode} />
          <div className={classes.actions}>
            <Button type="submit" size="md" variant="filled" loading={saving}>
              {t('form.submit')}
            </Button>
            <span className={classes.takes}>{t('form.takes')}</span>
          </div>
        </form>
        <InstallChecks />
      </div>
    </InstallFrame>
  )
}

type InstallFieldsProps = Pick<ReturnType<typeof useInstallForm>, 'form' | 'asksCode'>

function InstallFields({ form, asksCode }: InstallFieldsProps) {
  const { t } = useTranslation('installer')
  const field = (name: 'accountName' | 'tenantName' | 'name' | 'email') => ({
    ...form.getInputProps(name),
    size: 'md' as const,
    label: t(`form.${name}`),
  })
  return (
    <>
      {asksCode && (
        <TextInput
          {...form.getInputProps('code')}
          size="md"
          label={t('form.code')}
          description={t('form.codeHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <h2 className={classes.group}>{t('form.account')}</h2>
      <div className={classes.pair}>
        <TextInput {...field('accountName')} autoComplete="organization" autoFocus />
        <TextInput {...field('tenantName')} autoComplete="off" />
      </div>
      <h2 className={classes.group}>{t('form.admin')}</h2>
      <div className={classes.pair}>
        <TextInput {...field('name')} autoComplete="name" />
        <TextInput {...field('email')} type="email" autoComplete="username" spellCheck={false} />
      </div>
      <PasswordInput
        {...form.getInputProps('password')}
        size="md"
        label={t('form.password')}
        description={form.errors['password'] === undefined ? t('form.passwordHint') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('form.show'), tabIndex: 0 }}
      />
      <hr className={classes.line} />
      <Switch
        {...form.getInputProps('demoData', { type: 'checkbox' })}
        label={t('form.demo')}
        description={t('form.demoHint')}
      />
    </>
  )
}

function useInstallForm(codeRequired: boolean) {
  const { t } = useTranslation('installer')
  const client = useQueryClient()
  const navigate = useNavigate()
  const [given, setGiven] = useState(() => knownInstallCode(client))
  const words = (field: string, code: string) => {
    if (field === 'email') return t('form.emailBad')
    if (field === 'password') return t('form.passwordShort')
    if (code === 'too_big') return t('form.tooLong')
    return t('form.missing', {
      field: t(`form.${field === 'tenantName' || field === 'name' ? field : 'accountName'}`).toLowerCase(),
    })
  }
  const result = useContractForm({
    schema: InstallBody,
    words,
    initialValues: {
      accountName: '',
      tenantName: '',
      name: '',
      email: '',
      password: '',
      demoData: false,
      code: given ?? '',
    },
    save: ({ code, ...values }) => startInstall(codeRequired ? { ...values, code: code.trim() } : values),
    onSaved: (status) => {
      client.setQueryData(keys.install, status)
      void navigate({ to: '/install-status' })
    },
    onFailed: (error) => {
      if (hasCode(error, 'install.code_wrong')) {
        setGiven(null)
        return { code: t('form.codeWrong') }
      }
      if (hasCode(error, 'install.already_done')) void navigate({ to: '/install-status' })
      return undefined
    },
  })
  return { ...result, asksCode: codeRequired && given === null }
}
