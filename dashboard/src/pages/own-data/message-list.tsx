import { formatCount } from '../../format/numbers';

const maxMessages = 10;

/** Warnings of the service, in its words. */
export function MessageList({ messages }: { messages: readonly { message: string }[] }) {
  const further = messages.length - maxMessages;
  return (
    <ul className="own-data-list">
      {messages.slice(0, maxMessages).map(({ message }) => (
        <li key={message} dir="auto">
          {message}
        </li>
      ))}
      {further > 0 && <li>and {formatCount(further)} more</li>}
    </ul>
  );
}
