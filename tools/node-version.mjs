const oldest = { major: 20, minor: 19 };

/** What is wrong with this version of Node, in one line; undefined when nothing is. */
export function nodeTooOld(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return undefined;
  return `Node ${version} is too old; install Node ${oldest.major}.${oldest.minor} or newer from https://nodejs.org`;
}
