import { installFixtures } from '@caseloom/testkit/install-fixture'
import { describe, expect, it } from 'vitest'

const { aHouse } = installFixtures()
const FILE = {
  accountName: 'Nordwerk',
  tenantName: 'Main',
  name: 'Maren Holt',
  email: 'maren@example.test',
  password: 'kettle orbit mango 7',
}

describe('an installation from a file', () => {
  const begun = async (installFile: string) => {
    const house = await aHouse(() => ({ installFile }))
    house.installer.begin()
    await house.installer.settled()
    return house
  }

  it('is set up without the form, and left alone at the next start', async () => {
    const house = await begun(JSON.stringify(FILE))
    expect(await house.installer.status()).toMatchObject({ needed: false, status: 'complete' })
    expect(house.notices).toEqual(['Installed from CASELOOM_INSTALL_FILE. Sign in at http://localhost:4000'])
    const again = await begun(JSON.stringify({ ...FILE, accountName: 'Other' }))
    expect(again.notices).toEqual([])
  })
})

describe('a file with faults', () => {
  it.each([
    ['{', 'must contain accountName'],
    [JSON.stringify({ ...FILE, password: '1234567890' }), 'password: '],
    [JSON.stringify({ ...FILE, email: 'nobody', tenantName: '' }), 'email: '],
  ])('%s changes nothing and says why', async (text, said) => {
    const house = await aHouse(() => ({ installFile: text }))
    house.installer.begin()
    await house.installer.settled()
    expect(house.notices.join('\n')).toContain(said)
    expect(await house.installer.status()).toMatchObject({ needed: true, status: 'pending' })
  })
})
