import type { ConnectorAction, ConnectorView } from '@caseloom/contract/automation/connectors'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Tag } from '../../../ui/Chip.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx'
import classes from '../assets/Assets.module.css'
import { changeConnector, refreshAssets } from '../assets/assets.queries.ts'

/** Rendered rows; search finds the rest. */
const SHOWN = 200

export function ActionList({ connector }: { connector: ConnectorView }) {
  const { t } = useTranslation('assets')
  const { operations, id } = connector
  const isChoice = connector.can.manage && id !== null
  const enabled = useEnabled(connector)
  const { on, tick, isChanged, saving } = enabled
  const [typed, type] = useState('')
  const q = useDeferredValue(typed)
  const rows = useMemo(() => found(operations, q), [operations, q])
  const failure = saving.isError ? describeError(saving.error) : null
  if (operations.length === 0) return <p className={classes.tools}>{t('connector.builtIn')}</p>
  return (
    <section aria-label={t('connector.actions')}>
      <div className={classes.tools}>
        <TextInput
          aria-label={t('connector.search')}
          placeholder={t('connector.search')}
          leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {isChoice && <Choice rows={rows} all={operations.length} enabled={enabled} />}
      </div>
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      {isChoice && <UnsavedGuard when={isChanged && !saving.isPending} />}
      {rows.length === 0 && <p className={classes.tools}>{t('connector.noAction')}</p>}
      <ul className={classes.list}>
        {rows.slice(0, SHOWN).map((action) => (
          <Line
            key={action.name}
            action={action}
            {...(isChoice
              ? { ticked: on.has(action.name), onTick: (to: boolean) => tick([action.name], to) }
              : {})}
          />
        ))}
      </ul>
    </section>
  )
}

/** Which actions are enabled, as chosen here and as saved. */
function useEnabled(connector: ConnectorView) {
  const { t } = useTranslation('assets')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const { operations, id } = connector
  const before = useMemo(
    () => new Set(operations.flatMap(({ name, enabled }) => (enabled ? [name] : []))),
    [operations],
  )
  const [on, setOn] = useState<ReadonlySet<string>>(before)
  const saving = useMutation({
    mutationFn: () => changeConnector(tenantId, { ...connector, id: id ?? '' }, [...on]),
    onSuccess: () => {
      refreshAssets(client, tenantId)
      toast({ kind: 'success', title: t('connector.saved') })
    },
  })
  const isChanged = on.size !== before.size || [...on].some((name) => !before.has(name))
  const tick = (names: readonly string[], ticked: boolean) => {
    const next = new Set(on)
    for (const name of names)
      if (ticked) next.add(name)
      else next.delete(name)
    setOn(next)
  }
  return { on, tick, isChanged, saving }
}

interface ChoiceProps {
  rows: readonly ConnectorAction[]
  all: number
  enabled: ReturnType<typeof useEnabled>
}

function Choice({ rows, all, enabled: { on, tick, isChanged, saving } }: ChoiceProps) {
  const { t } = useTranslation('assets')
  return (
    <>
      <span className={classes.quiet}>{t('connector.changed', { on: on.size, all })}</span>
      <Button variant="subtle" onClick={() => tick(namesOf(rows), true)}>
        {t('connector.all')}
      </Button>
      <Button variant="subtle" onClick={() => tick(namesOf(rows), false)}>
        {t('connector.noneOf')}
      </Button>
      <Button
        variant="filled"
        disabled={!isChanged}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {t('connector.save')}
      </Button>
    </>
  )
}

const namesOf = (rows: readonly ConnectorAction[]) => rows.map(({ name }) => name)

interface LineProps {
  action: ConnectorAction
  ticked?: boolean
  onTick?: (to: boolean) => void
}

function Line({ action, ticked, onTick }: LineProps) {
  const { t } = useTranslation('assets')
  return (
    <li className={classes.action} data-choice={onTick !== undefined}>
      {onTick !== undefined && (
        <Checkbox
          aria-label={action.title}
          checked={ticked === true}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
      )}
      <div className={classes.words}>
        <h3 className={classes.title}>
          {action.title} {action.deprecated && <Tag>{t('connector.deprecated')}</Tag>}
        </h3>
        {action.description !== '' && <p className={classes.text}>{action.description}</p>}
        <code>{action.name}</code>
      </div>
      {action.request !== null && <code>{action.request}</code>}
    </li>
  )
}

function found(all: readonly ConnectorAction[], q: string): ConnectorAction[] {
  const words = q.toLowerCase().split(/\s+/)
  return all.filter(({ name, title, request }) => {
    const text = `${name} ${title} ${request ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
