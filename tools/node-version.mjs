const oldest = { major: 20, minor: 19 };

/** Returns an error message of one line if the Node version is too old, otherwise undefined. */
export function nodeTooOld(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return undefined;
  return `Node ${version} is too old; install Node ${oldest.major}.${oldest.minor} or newer from https://nodejs.org`;
}
