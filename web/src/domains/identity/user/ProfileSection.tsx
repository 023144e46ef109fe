import { TIME_LOCALES, timeLocaleOf } from '@caseloom/contract/values/moment-text'
import type { Me } from '@caseloom/contract/identity/sign-in'
import { Button, SegmentedControl, Select, TextInput, useMantineColorScheme } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useContractForm } from '../../../data/use-contract-form.ts'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { formatDateTime, guessZone } from '../../../ui/time.ts'
import { useNow, useZone } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Block } from './Block.tsx'
import type { SectionProps } from './section.ts'
import { saveMe } from '../../../data/me.ts'
import { useAction } from './useAction.ts'
import classes from './User.module.css'
import { GUESSED, zoneChoices } from './zones.ts'

export function ProfileSection({ me }: SectionProps) {
  const { t } = useTranslation('user')
  return (
    <>
      <ProfileForm me={me} />
      <Block title={t('profile.scheme')} text={t('profile.schemeText')}>
        <SchemeChoice me={me} />
      </Block>
    </>
  )
}

/** The name as the contract accepts it; the other fields are chosen from lists. */
const ProfileBody = z.looseObject({ name: z.string().trim().min(1).max(100) })

function valuesOf({ name, timeZone, locale }: Pick<Me, 'name' | 'timeZone' | 'locale'>) {
  return { name, timeZone: timeZone ?? GUESSED, locale: timeLocaleOf(locale) }
}

function useProfileForm(me: Me) {
  const { t } = useTranslation('user')
  const client = useQueryClient()
  const profile = useContractForm({
    schema: ProfileBody,
    initialValues: valuesOf(me),
    words: (_field, code) => (code === 'too_big' ? t('profile.nameLong') : t('profile.nameMissing')),
    save: ({ name, timeZone, locale }) =>
      saveMe(client, { name, timeZone: timeZone === GUESSED ? null : timeZone, locale }),
    onSaved: (saved) => {
      profile.form.setInitialValues(valuesOf(saved))
      profile.form.reset()
      toast({ kind: 'success', title: t('profile.saved') })
    },
  })
  return profile
}

function ProfileForm({ me }: { me: Me }) {
  const { t } = useTranslation('user')
  const [openedAt] = useState(() => new Date())
  const zones = useMemo(
    () => zoneChoices(me.timeZone, openedAt, t('profile.guessed', { zone: guessZone() })),
    [me.timeZone, openedAt, t],
  )
  const { form, submit, saving, failure } = useProfileForm(me)
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      <TextInput {...form.getInputProps('name')} size="sm" label={t('profile.name')} autoComplete="name" />
      <TextInput
        size="sm"
        label={t('profile.email')}
        description={t('profile.emailHint')}
        inputWrapperOrder={['label', 'input', 'description']}
        value={me.email}
        readOnly
        rightSection={<IconLock size={14} stroke={1.7} aria-hidden />}
      />
      <Select
        {...form.getInputProps('timeZone')}
        size="sm"
        label={t('profile.zone')}
        description={<Preview />}
        inputWrapperOrder={['label', 'input', 'description']}
        data={zones}
        searchable
        limit={120}
        nothingFoundMessage={t('profile.zoneNone')}
        comboboxProps={{ withinPortal: true }}
      />
      <Select
        {...form.getInputProps('locale')}
        size="sm"
        label={t('profile.formats')}
        data={TIME_LOCALES.map((tag) => ({
          value: tag,
          label: t(`profile.locale.${tag}`, { example: formatDateTime(EXAMPLE, 'UTC', false, tag) }),
        }))}
      />
      <div className={classes.formEnd}>
        <Button type="submit" size="sm" variant="filled" loading={saving} disabled={!form.isDirty()}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

const EXAMPLE = new Date(Date.UTC(2026, 10, 21, 15, 2))

function Preview() {
  const { t } = useTranslation('user')
  const zone = useZone()
  const now = useNow()
  return <>{t('profile.zoneNow', { time: formatDateTime(new Date(now), zone), zone })}</>
}

const THEMES = ['system', 'light', 'dark'] as const

function SchemeChoice({ me }: { me: Me }) {
  const { t } = useTranslation('user')
  const client = useQueryClient()
  const id = useId()
  const { setColorScheme } = useMantineColorScheme()
  const action = useAction({ act: (theme: Me['theme']) => saveMe(client, { theme }) })
  const shown = action.isPending ? action.variables : me.theme
  return (
    <SegmentedControl
      id={id}
      size="sm"
      aria-label={t('profile.scheme')}
      value={shown}
      data={THEMES.map((theme) => ({ value: theme, label: t(`profile.${theme}`) }))}
      onChange={(value) => {
        const theme = THEMES.find((each) => each === value) ?? 'system'
        setColorScheme(theme === 'system' ? 'auto' : theme)
        action.mutate(theme)
      }}
    />
  )
}
