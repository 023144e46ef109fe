import { createInstallFixture, INSTALL_CODE } from './install-fixture.ts'

/**
 * A web process that stops in the middle of a step of the installation, until it is killed: the test reads the word
 * on its standard output and then knows where it is. Arguments: database address, part to stop before or after.
 */
const [url = '', stopAt = ''] = process.argv.slice(2)

async function forever(): Promise<never> {
  process.stdout.write('stopped\n')
  return new Promise(() => {
    setInterval(() => undefined, 60_000)
  })
}

const house = await createInstallFixture(url, ({ apps, identity, tenancy, automation }) => {
  switch (stopAt) {
    case 'tenant-made':
      return {
        tenancy: {
          ...tenancy,
          createTenant: async (tenant) => (await tenancy.createTenant(tenant), forever()),
        },
      }
    case 'person-made':
      return { identity: { ...identity, addUser: forever } }
    case 'app-made':
      return {
        apps: {
          ...apps,
          createApp: async (scope, actor, input) => (await apps.createApp(scope, actor, input), forever()),
        },
      }
    case 'playbook-draft':
      return { automation: { ...automation, publishPlaybook: forever } }
    default:
      throw new Error(`Nothing to stop at: ${stopAt}`)
  }
})
await house.installer.install(
  {
    accountName: 'Example SOC',
    tenantName: 'Main',
    name: 'Alice Adams',
    email: 'alice@example.com',
    password: 'kettle orbit mango 7',
    demoData: false,
    code: INSTALL_CODE,
  },
  '127.0.0.1',
)
