import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useNavigate, type NavigateFunction } from 'react-router';
import { useKeptInput } from './use-run-form';

function Form() {
  const [text, setText] = useKeptInput('form', () => 'initial');
  return <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />;
}
const text = () => screen.getByLabelText<HTMLInputElement>('Text').value;
const type = (value: string) => fireEvent.change(screen.getByLabelText('Text'), { target: { value } });

/** Opens the form at `/form` after a visit of another page. Returns what goes to an address, or back. */
function openForm() {
  let navigate: NavigateFunction | undefined;
  const Page = () => {
    navigate = useNavigate();
    return (
      <Routes>
        <Route path="/form" element={<Form />} />
        <Route path="*" element={<p>Other page</p>} />
      </Routes>
    );
  };
  render(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  );
  const go = (to: string, replace = false) => act(() => void navigate!(to, { replace }));
  go('/form');
  return { go, back: () => act(() => void navigate!(-1)) };
}

describe('the input of a form', () => {
  beforeEach(() => sessionStorage.clear());

  it('The Back button shows the input again, and another visit of the page starts with the initial input', () => {
    const { go, back } = openForm();
    type('typed');
    go('/result');
    back();
    expect(text()).toBe('typed');
    go('/result');
    go('/form');
    expect(text()).toBe('initial');
  });

  it('An address that the page replaces keeps the input, and leaves no earlier copy in the tab', () => {
    const { go, back } = openForm();
    type('typed');
    go('/form?set=fare:2', true);
    expect(text()).toBe('typed');
    go('/result');
    back();
    expect(text()).toBe('typed');
    expect(sessionStorage).toHaveLength(1);
  });
});
