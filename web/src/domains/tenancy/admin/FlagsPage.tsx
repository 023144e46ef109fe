import { FlagName, type FlagSetting } from '@caseloom/contract/tenancy/tenancy-admin'
import { ActionIcon, Select, Switch } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { SettingsSection } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Content, PageBar, PageFrame } from '../../../ui/frame/Frame.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { toast } from '../../../ui/toast.tsx'
import { flagsEn } from './flags.en.ts'
import { flagsQuery, setFlag } from './tenancy-admin.queries.ts'

addTexts('admin', flagsEn)

interface Account {
  id: string
  name: string
}

export function FlagsPage() {
  const { t } = useTranslation('admin')
  const query = useQuery(flagsQuery)
  usePageTitle(t('flags.title'), t('shell.title'))
  if (query.isError && query.data === undefined)
    return (
      <PageFailure
        title={t('flags.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <PageFrame>
      <PageBar title={t('flags.title')} />
      <Content>
        <div className={classes.page} style={{ height: '100%', overflowY: 'auto' }}>
          {query.data?.items.map((flag) => (
            <Flag key={flag.name} flag={flag} accounts={query.data.accounts} />
          ))}
        </div>
      </Content>
    </PageFrame>
  )
}

function Flag({ flag, accounts }: { flag: FlagSetting; accounts: readonly Account[] }) {
  const { t } = useTranslation('admin')
  const { save, saving, failure } = useSaveFlag(flag, accounts)
  const name = t(`flags.names.${flag.name}`)
  const free = accounts.filter(({ id }) => !flag.overrides.some((one) => one.accountId === id))
  return (
    <SettingsSection title={name} text={t(`flags.texts.${flag.name}`)}>
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      <Switch
        label={t('flags.everywhere')}
        aria-label={t('flags.installation', { flag: name })}
        checked={flag.installation}
        disabled={saving}
        onChange={(event) => save({ accountId: null, enabled: event.currentTarget.checked })}
      />
      {flag.overrides.length > 0 && (
        <ul className={classes.items} aria-label={t('flags.overrides')}>
          {flag.overrides.map(({ accountId, accountName: account, enabled }) => (
            <OverrideRow
              key={accountId}
              accountId={accountId}
              account={account}
              name={name}
              enabled={enabled}
              saving={saving}
              save={save}
            />
          ))}
        </ul>
      )}
      {free.length > 0 && (
        <Select
          key={flag.overrides.length}
          w={280}
          aria-label={t('flags.addFor', { flag: name })}
          placeholder={t('flags.choose')}
          searchable
          value={null}
          disabled={saving}
          data={free.map(({ id, name: label }) => ({ value: id, label }))}
          onChange={(accountId) => accountId !== null && save({ accountId, enabled: !flag.installation })}
        />
      )}
    </SettingsSection>
  )
}

interface OverrideRowProps {
  accountId: string
  account: string
  name: string
  enabled: boolean
  saving: boolean
  save: ReturnType<typeof useSaveFlag>['save']
}

function OverrideRow({ accountId, account, name, enabled, saving, save }: OverrideRowProps) {
  const { t } = useTranslation('admin')
  return (
    <li className={classes.item}>
      <span className={classes.itemMain}>
        <Switch
          label={t('flags.inAccount', { account })}
          aria-label={t('flags.override', { flag: name, account })}
          checked={enabled}
          disabled={saving}
          onChange={(event) => save({ accountId, enabled: event.currentTarget.checked })}
        />
      </span>
      <ActionIcon
        size={24}
        aria-label={t('flags.remove', { flag: name, account })}
        title={t('flags.remove', { flag: name, account })}
        disabled={saving}
        onClick={() => save({ accountId, enabled: null })}
      >
        <IconX size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
    </li>
  )
}

function useSaveFlag(flag: FlagSetting, accounts: readonly Account[]) {
  const { t } = useTranslation('admin')
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: (change: { accountId: string | null; enabled: boolean | null }) =>
      setFlag(FlagName.parse(flag.name), change),
    onSuccess: (saved, { accountId, enabled }) => {
      client.setQueryData(flagsQuery.queryKey, (before) =>
        before === undefined
          ? before
          : { ...before, items: before.items.map((one) => (one.name === saved.name ? saved : one)) },
      )
      // This browser updates immediately.
      void client.invalidateQueries({ queryKey: keys.session })
      void client.invalidateQueries({ queryKey: keys.flags })
      const name = t(`flags.names.${flag.name}`)
      const account = accounts.find(({ id }) => id === accountId)?.name
      const state = t(enabled === true ? 'flags.on' : 'flags.off')
      const title =
        account === undefined
          ? t('flags.saved', { flag: name, state })
          : enabled === null
            ? t('flags.follows', { flag: name, account })
            : t('flags.savedFor', { flag: name, account, state })
      toast({ kind: 'success', title })
    },
  })
  return {
    save: mutation.mutate,
    saving: mutation.isPending,
    failure: mutation.isError ? describeError(mutation.error) : null,
  }
}
