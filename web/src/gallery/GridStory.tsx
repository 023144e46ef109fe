import { Button } from '@mantine/core'
import { IconSearch, IconTag, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState, StartCard } from '../ui/EmptyState.tsx'
import { FilterChip } from '../ui/FilterChip.tsx'
import { Content, FilterBar, KeyHint, PageFrame, StatusBar } from '../ui/frame/Frame.tsx'
import { TabBar } from '../ui/frame/TabBar.tsx'
import { Person } from '../ui/glyphs/Avatar.tsx'
import { Severity } from '../ui/glyphs/Severity.tsx'
import { SEVERITIES } from '@caseloom/contract/values/severities'
import { State } from '../ui/glyphs/State.tsx'
import { ColumnsMenu } from '../ui/grid/ColumnsMenu.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { type GridColumn, type GridSort } from '../ui/grid/grid-column.ts'
import { useColumnLayout } from '../ui/grid/useColumnLayout.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { LiveState } from '../ui/LiveState.tsx'
import { Shortcuts } from '../ui/shortcuts/Shortcuts.tsx'
import { TimeAgo } from '../ui/Times.tsx'
import { Tags } from '../ui/Chip.tsx'
import classes from './Gallery.module.css'
import { Story } from './Story.tsx'

interface Alert {
  id: string
  title: string
  number: number
  at: string
}

const TITLES = [
  'Ransom note written to shared drive',
  'Impossible travel: Porto → Lagos in 41 minutes',
  'Mailbox rule forwards to external domain',
  'Domain controller replication from workstation',
  'Encoded PowerShell spawned by winword.exe',
]
const PEOPLE = ['Maren Holt', 'Daniel Okafor', 'Ines Sá', 'Tomasz Kurek', null]
const NOW = Date.now()

const ALERTS: Alert[] = Array.from({ length: 100_000 }, (_, n) => ({
  id: `ALR-${104_817 - n}`,
  title: TITLES[n % TITLES.length] ?? '',
  number: n,
  at: new Date(NOW - n * 340_000).toISOString(),
}))

const COLUMNS: GridColumn<Alert>[] = [
  {
    key: 'id',
    label: 'ID',
    width: 96,
    quiet: true,
    sortable: true,
    proportional: true,
    render: (row) => row.id,
  },
  {
    key: 'title',
    label: 'Title',
    title: true,
    sortable: true,
    render: (row) => row.title,
    text: (row) => row.title,
  },
  {
    key: 'severity',
    label: 'Severity',
    width: 118,
    sortable: true,
    render: (row) => {
      const value = SEVERITIES[(row.number * 7) % 6] ?? 'low'
      return <Severity value={value}>{value[0]?.toUpperCase() + value.slice(1)}</Severity>
    },
  },
  {
    key: 'status',
    label: 'Status',
    width: 110,
    render: (row) => (
      <State state={row.number % 3 === 0 ? 'new' : 'triage'}>{row.number % 3 === 0 ? 'New' : 'Triage'}</State>
    ),
  },
  {
    key: 'who',
    label: 'Assignee',
    width: 150,
    render: (row) => (
      <Person name={PEOPLE[row.number % 5] ?? null} own={row.number % 5 === 0} noOne="Unassigned" />
    ),
  },
  { key: 'tags', label: 'Tags', width: 160, render: () => <Tags values={['ransomware', 'smb', 'tier-0']} /> },
  {
    key: 'age',
    label: 'Age',
    width: 56,
    align: 'end',
    quiet: true,
    sortable: true,
    render: (row) => <TimeAgo at={row.at} />,
  },
]
const keyOf = (row: Alert) => row.id
const none: Alert[] = []
const nothing = () => undefined
const error = {
  text: 'The search service didn’t respond within 5 s. Your filters are unchanged.',
  requestId: '01935b7e-4c1f-7a02',
}

export function GridStory() {
  const [selected, setSelected] = useState<Set<string>>(new Set())
  const [sort, setSort] = useState<readonly GridSort[]>([{ key: 'age', direction: 'desc' }])
  const [layout, setLayout] = useColumnLayout('gallery')
  const [fresh, setFresh] = useState(3)
  const [tab, setTab] = useState('all')
  return (
    <Story title="Grid, 100,000 rows" wide>
      <div className={classes.box}>
        <PageFrame>
          <TabBar
            label="Views"
            prefix="views"
            value={tab}
            onChange={setTab}
            tabs={[
              { key: 'all', label: 'All alerts', count: 100_000 },
              { key: 'mine', label: 'Assigned to me', count: 7 },
            ]}
            actions={
              <Button variant="filled" rightSection={<Kbd keys="C" onAccent />}>
                New record
              </Button>
            }
          />
          <FilterBar end={<ColumnsMenu columns={COLUMNS} layout={layout} onLayout={setLayout} />}>
            <IconSearch size={16} stroke={1.6} />
            <FilterChip
              field="Status"
              operator="is any of"
              value="New, Triage"
              onValue={nothing}
              onRemove={nothing}
            />
          </FilterBar>
          <Content>
            <DataGrid
              label="Alerts"
              columns={COLUMNS}
              rows={ALERTS}
              rowKey={keyOf}
              rowLabel={keyOf}
              status="ready"
              total={ALERTS.length}
              sort={sort}
              onSort={setSort}
              layout={layout}
              onLayout={setLayout}
              selected={selected}
              onSelect={setSelected}
              isStrong={(row) => row.number < 3}
              newCount={fresh}
              onShowNew={() => setFresh(0)}
              onOpen={nothing}
              bulk={
                <>
                  <Button variant="subtle" leftSection={<IconUserPlus size={16} stroke={1.6} />}>
                    Assign
                  </Button>
                  <Button variant="subtle" leftSection={<IconTag size={16} stroke={1.6} />}>
                    Tags
                  </Button>
                </>
              }
            />
          </Content>
          <StatusBar
            end={
              <>
                <KeyHint keys={<Kbd keys="J" />}>move</KeyHint>
                <Shortcuts />
                <LiveState status="live" />
              </>
            }
          >
            100,000 alerts
          </StatusBar>
        </PageFrame>
      </div>
    </Story>
  )
}

export function GridStatesStory() {
  return (
    <Story title="Grid: loading, error, no results, empty" wide>
      <div className={classes.boxes}>
        <div className={classes.box}>
          <DataGrid label="Loading" columns={COLUMNS} rows={none} rowKey={keyOf} status="loading" />
        </div>
        <div className={classes.box}>
          <DataGrid
            label="Failed"
            columns={COLUMNS}
            rows={none}
            rowKey={keyOf}
            status="error"
            errorTitle="Couldn’t load the list"
            error={error}
            onRetry={nothing}
          />
        </div>
        <div className={classes.box}>
          <DataGrid
            label="Filtered"
            columns={COLUMNS}
            rows={none}
            rowKey={keyOf}
            status="ready"
            filtered
            onClearFilters={nothing}
          />
        </div>
        <div className={classes.box}>
          <DataGrid
            label="Empty"
            columns={COLUMNS}
            rows={none}
            rowKey={keyOf}
            status="ready"
            empty={
              <EmptyState
                title="No alerts yet"
                level={3}
                text={
                  <>
                    Alerts arrive here from playbooks, imports and people. Start with one of these, or press{' '}
                    <Kbd keys="C" /> to write one by hand.
                  </>
                }
              >
                <StartCard
                  icon={<IconTag size={18} />}
                  title="Connect a source"
                  text="A playbook with a webhook, ready in two minutes"
                  onClick={nothing}
                />
              </EmptyState>
            }
          />
        </div>
      </div>
    </Story>
  )
}
