import { OCCASIONS } from '@caseloom/contract/apps/workflow'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import type { MadeTest, TestRun } from '@caseloom/workflow/sample-tests/run-tests'
import { ActionIcon, Button, Select } from '@mantine/core'
import { IconFlask, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { principalsQuery } from '../../../../data/people.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import { DockPanel } from '../../../../ui/admin/DockPanel.tsx'
import { Notice } from '../../../../ui/admin/Settings.tsx'
import { TabBar, tabPanelProps } from '../../../../ui/frame/TabBar.tsx'
import { useWorkflow } from '../model/editor-context.ts'
import { NO_WORKFLOW } from '../model/new-items.ts'
import { rulesOf } from '../model/workflow-tree.ts'
import { RecordSelect } from './RecordSelect.tsx'
import { SaveTestDialog, testOf } from './SaveTestDialog.tsx'
import { TestList } from './TestList.tsx'
import { TrialForm } from './TrialForm.tsx'
import classes from './Trial.module.css'
import type { Trial } from './useTrial.ts'

const YOU = ''

const PREFIX = 'trial'

export type TryTab = 'form' | 'tests'

/** The tests of the workflow, and which part of the panel is shown. */
export interface TryTests {
  runs: readonly TestRun[]
  tab: TryTab
  onTab: (tab: TryTab) => void
}

interface TryPanelProps {
  trial: Trial
  /** Absent where the form alone is previewed. */
  tests?: TryTests
  onClose: () => void
}

/** The form as the draft's workflow makes it, for a record and a role, and the tests that were saved of it. */
export function TryPanel({ trial, tests, onClose }: TryPanelProps) {
  const { t } = useTranslation('workflow-editor')
  const tab = tests?.tab ?? 'form'
  return (
    <div className={classes.panel}>
      <DockPanel
        title={t('try.title')}
        subtitle={t('try.note')}
        actions={
          <ActionIcon
            aria-label={t('try.again')}
            title={t('try.again')}
            onClick={() => trial.begin(trial.start)}
          >
            <IconRefresh size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        }
        {...(tests === undefined ? {} : { tabs: <TryTabs tests={tests} /> })}
        {...(tab === 'form' ? { footer: <TrialFoot trial={trial} saves={tests !== undefined} /> } : {})}
        onClose={onClose}
      >
        <div {...(tests === undefined ? {} : tabPanelProps(PREFIX, tab))} className={classes.tab}>
          {tests !== undefined && tab === 'tests' ? (
            <TestList
              runs={tests.runs}
              trial={trial}
              onOpen={(test) => {
                trial.open(test)
                tests.onTab('form')
              }}
            />
          ) : (
            <>
              <TrialChoices trial={trial} />
              <Unread trial={trial} />
              <TrialForm trial={trial} />
            </>
          )}
        </div>
      </DockPanel>
    </div>
  )
}

function TryTabs({ tests: { runs, tab, onTab } }: { tests: TryTests }) {
  const { t } = useTranslation('workflow-editor')
  const counted = runs.length === 0 ? t('tests.title') : t('tests.counted', { count: runs.length })
  return (
    <TabBar
      label={t('tests.parts')}
      tabs={[
        { key: 'form', label: t('tests.form') },
        { key: 'tests', label: counted },
      ]}
      value={tab}
      onChange={(next) => onTab(next === 'tests' ? 'tests' : 'form')}
      size="panel"
      prefix={PREFIX}
    />
  )
}

/** How many rules fired, and the way to a test of it. */
function TrialFoot({ trial, saves }: { trial: Trial; saves: boolean }) {
  const { t } = useTranslation('workflow-editor')
  const { edited } = useWorkflow()
  const { outcome } = trial
  const own = new Set(rulesOf(wholeWorkflow(edited.draft) ?? NO_WORKFLOW).map(({ id }) => id))
  const fired = outcome?.trace.filter(({ rule, outcome: how }) => own.has(rule) && how === 'true').length ?? 0
  return (
    <>
      <span className={classes.fired} role="status">
        {t('try.fired', {
          fired,
          count: own.size,
          ms: Math.max(0.1, Math.round(trial.took * 10) / 10),
        })}
      </span>
      {saves && <SaveTest trial={trial} />}
    </>
  )
}

/** Makes a test of what is tried; values of a restricted record are not copied. */
function SaveTest({ trial }: { trial: Trial }) {
  const { t } = useTranslation('workflow-editor')
  const { workflow } = useWorkflow()
  const [made, setMade] = useState<MadeTest | null>(null)
  const isRestricted = trial.start.restricted === true
  const make = async () =>
    setMade(await testOf(trial, t('tests.newName', { n: (workflow.tests?.length ?? 0) + 1 })))
  return (
    <>
      <Button
        leftSection={<IconFlask size={14} stroke={1.7} aria-hidden />}
        disabled={isRestricted}
        title={isRestricted ? t('tests.recordRestricted') : undefined}
        onClick={() => void make()}
      >
        {t('tests.save')}
      </Button>
      {made !== null && (
        <SaveTestDialog
          made={made}
          unread={[
            ...(trial.links.isRead ? [t('tests.linked')] : []),
            ...(trial.areTablesUnread ? [t('try.unread.tables')] : []),
          ]}
          onClose={() => setMade(null)}
        />
      )}
    </>
  )
}

/** Why rules on linked records and tables don't hold here. */
function Unread({ trial: { links, areTablesUnread } }: { trial: Trial }) {
  const { t } = useTranslation('workflow-editor')
  return (
    <>
      {links.unread !== null && <Notice>{t(`try.unread.${links.unread}`)}</Notice>}
      {areTablesUnread && <Notice>{t('try.unread.tables')}</Notice>}
    </>
  )
}

function TrialChoices({ trial }: { trial: Trial }) {
  const { t } = useTranslation('workflow-editor')
  const { tenantId } = useTenantScope()
  const { words } = useWorkflow()
  const roles = useQuery(principalsQuery(tenantId)).data?.roles ?? []
  return (
    <div className={classes.choices}>
      <RecordSelect trial={trial} />
      <Select
        label={t('try.openedBy')}
        allowDeselect={false}
        data={OCCASIONS.map((one) => ({ value: one, label: words.say(`occasions.${one}`) }))}
        value={trial.occasion}
        onChange={(next) => {
          const occasion = OCCASIONS.find((one) => one === next)
          if (occasion !== undefined) trial.setOccasion(occasion)
        }}
      />
      <Select
        label={t('try.viewAs')}
        allowDeselect={false}
        data={[
          { value: YOU, label: t('try.you') },
          ...roles.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={trial.role ?? YOU}
        onChange={(role) => trial.setRole(role === YOU ? null : role)}
      />
    </div>
  )
}
