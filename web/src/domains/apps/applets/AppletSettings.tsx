import { useQuery } from '@tanstack/react-query'
import { Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { principalsQuery } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { SettingsSection } from '../../../ui/admin/Settings.tsx'
import { NO_PRINCIPALS } from '../../../ui/sharing/principals.ts'
import { SharingForm } from '../../../ui/sharing/SharingForm.tsx'
import { type Fault, faultAt } from '../draft/faults.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'
import { type AppletDraft, appletDraft } from './applet-as-app.ts'
import { FOLLOWS } from './follows.ts'

interface AppletSettingsProps {
  edited: EditedApp
  faults: readonly Fault[]
}

export function AppletSettings({ edited, faults }: AppletSettingsProps) {
  const { t } = useTranslation('applets')
  const { t: app } = useTranslation('apps')
  const { draft, base, edit } = edited
  const { description: _description, ...bare } = draft
  return (
    <>
      <SettingsSection title={t('settings.about')} text={t('settings.aboutText')}>
        <TextInput
          label={t('settings.name')}
          value={draft.name}
          maxLength={100}
          error={faultAt(faults, null, 'name')}
          onChange={(event) => edit({ ...draft, name: event.currentTarget.value }, 'name')}
        />
        <Textarea
          label={app('settings.description')}
          value={draft.description ?? ''}
          maxLength={1000}
          autosize
          minRows={2}
          onChange={(event) => {
            const description = event.currentTarget.value
            edit(description === '' ? bare : { ...draft, description }, 'description')
          }}
        />
        <TextInput label={t('settings.key')} description={t('settings.keyNote')} value={base.key} readOnly />
      </SettingsSection>
      <SettingsSection title={t('follow.title')} text={t('follow.note')}>
        <Select
          label={t('follow.title')}
          allowDeselect={false}
          data={FOLLOWS.map((one) => ({ value: one, label: t(`follow.${one}`) }))}
          value={appletDraft(draft).follow}
          onChange={(next) => {
            const follow = FOLLOWS.find((one) => one === next)
            if (follow === undefined) return
            const changed: AppletDraft = { ...appletDraft(draft), follow }
            edit(changed)
          }}
        />
      </SettingsSection>
      <AppletSharing edited={edited} />
    </>
  )
}

function AppletSharing({ edited }: { edited: EditedApp }) {
  const { t } = useTranslation('applets')
  const { t: app } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const principals = useQuery(principalsQuery(tenantId))
  const { draft, edit } = edited
  return (
    <SettingsSection title={app('rights.sharing')} text={t('settings.sharingText')}>
      <SharingForm
        sharing={draft.sharing ?? null}
        onSharing={(sharing) => edit({ ...draft, sharing }, 'sharing')}
        principals={principals.data ?? NO_PRINCIPALS}
        failed={principals.isError}
        levels={['read', 'use', 'manage']}
        wordOf={(level) => t(`settings.levels.${level}`)}
        texts={{ who: t('settings.who'), open: app('rights.open'), hint: () => t('settings.stay') }}
      />
    </SettingsSection>
  )
}
