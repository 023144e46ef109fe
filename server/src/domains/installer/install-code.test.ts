import { installBody, installFixtures, rowsOf } from '@caseloom/testkit/install-fixture'
import { describe, expect, it } from 'vitest'

const { aHouse } = installFixtures()

describe('the one-time code', () => {
  const codeIn = (notices: string[]) =>
    /\/install\?code=([0-9A-Z]{5}-[0-9A-Z]{5})$/.exec(notices.join('\n'))?.[1] ?? ''

  it('is in the address that the operator is shown, and always asked for', async () => {
    const house = await aHouse()
    house.installer.begin()
    await house.installer.settled()
    expect(await house.installer.status()).toMatchObject({ codeRequired: true })
    const code = codeIn(house.notices)
    for (const wrong of [undefined, '', 'AAAAA-AAAAA', `${code}A`]) {
      const attempt = house.installer.install({ ...installBody(), code: wrong }, '198.51.100.7')
      await expect(attempt).rejects.toMatchObject({ code: 'install.code_wrong', status: 403 })
    }
    await house.installer.install(
      installBody({ code: ` ${code.toLowerCase().replace('-', ' ')}` }),
      '198.51.100.8',
    )
    await house.installer.settled()
    expect(await house.installer.status()).toMatchObject({ status: 'complete', codeRequired: false })
    expect(await rowsOf(house.database, 'select code from caseloom.install_code')).toEqual([])
  })

  it('is the same for every process and after a restart, and none is shown when installed', async () => {
    const [first, second] = [await aHouse(), await aHouse()]
    for (const house of [first, second]) {
      house.installer.begin()
      await house.installer.settled()
    }
    expect(codeIn(first.notices)).toMatch(/^.{11}$/)
    expect(second.notices).toEqual(first.notices)
    await second.installer.install(installBody({ code: codeIn(first.notices) }), '127.0.0.1')
    await second.installer.settled()
    const third = await aHouse()
    third.installer.begin()
    await third.installer.settled()
    expect(third.notices).toEqual([])
  })

  it('cannot be guessed for long from one address, the right one included', async () => {
    const house = await aHouse()
    house.installer.begin()
    await house.installer.settled()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(house.installer.install(installBody({ code: 'x' }), '198.51.100.9')).rejects.toMatchObject(
        {
          code: 'install.code_wrong',
        },
      )
    }
    const right = installBody({ code: codeIn(house.notices) })
    await expect(house.installer.install(right, '198.51.100.9')).rejects.toMatchObject({
      code: 'request.too_many',
    })
    await house.installer.install(right, '198.51.100.10')
  })
})
