import { expect, it } from 'vitest'
import { launchBrowser } from './page-browser.js'

/** A browser that starts, or fails with an error where it is to start in its sandbox. */
async function launched(isRoot: boolean, failure: string | null = null) {
  const tried: string[] = []
  const launch = async ({ chromiumSandbox, args }: Parameters<Parameters<typeof launchBrowser>[0]>[0]) => {
    tried.push([...(chromiumSandbox ? ['sandbox'] : ['none']), ...args].join(' '))
    if (chromiumSandbox && failure !== null) throw new Error(failure)
    return 'browser'
  }
  const { isSandboxed } = await launchBrowser(launch, isRoot)
  return { isSandboxed, tried }
}

const [sandboxed, bare] = ['sandbox --disable-gpu', 'none --no-zygote --disable-gpu']

it('starts the browser of the user in its sandbox', async () => {
  expect(await launched(false)).toEqual({ isSandboxed: true, tried: [sandboxed] })
})

it.each([
  'browserType.launch: [FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox!',
  'Failed to move to new namespace: PID namespaces supported, but failed: errno = Operation not permitted',
])('goes without where a container cannot have one: %s', async (failure) => {
  expect(await launched(false, failure)).toEqual({ isSandboxed: false, tried: [sandboxed, bare] })
})

it('goes without as root on Linux, where Chrome refuses it', async () => {
  expect(await launched(true)).toEqual({ isSandboxed: false, tried: [bare] })
})

it('is not started again where it fails for another reason', async () => {
  await expect(launched(false, 'spawn ENOENT')).rejects.toThrow('ENOENT')
})
